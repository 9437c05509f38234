// Values as people read them: on one line, no wider than there is room, money with its currency.

/** A record as it comes in an answer. */
export type Row = Readonly<Record<string, unknown>>

/** What platforms and users wrote must not move the cursor, change colours or turn the direction of the line. */
export function readable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** A member of a record on one line. */
export function cellOf(row: Row, member: string): string {
  const value = row[member]
  if (value === undefined || value === null) return ''
  if (typeof value === 'string')
    return isMoney(row, member) ? `${value} ${row['currencyCode']}` : readable(value)
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object'))
    return readable(value.join('; '))
  return typeof value === 'object' ? readable(JSON.stringify(value)) : String(value)
}

const amountNames = /budget|amount|spend|cost/i

/** Amounts are decimal text, in the currency that the same record names. */
export function isMoney(row: Row, member: string): boolean {
  const value = row[member]
  return (
    typeof row['currencyCode'] === 'string' &&
    amountNames.test(member) &&
    typeof value === 'string' &&
    /^-?\d+(\.\d+)?$/.test(value)
  )
}

const graphemes = () => new Intl.Segmenter('en', { granularity: 'grapheme' })
const isPlain = /^[\x20-\x7e]*$/
const isWide =
  /\p{Emoji_Presentation}|\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** How many columns of a terminal a text takes: Chinese, Japanese, Korean and emoji take two each. */
export function widthOf(text: string): number {
  if (isPlain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes().segment(text)) width += isWide.test(segment) ? 2 : 1
  return width
}

/** The beginning of a text that fits, with `…` where something is missing. */
export function cut(text: string, room: number): string {
  if (widthOf(text) <= room) return text
  let kept = ''
  let width = 1
  for (const { segment } of graphemes().segment(text)) {
    width += isWide.test(segment) ? 2 : 1
    if (width > room) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

export function padded(text: string, room: number, toTheRight = false): string {
  const blanks = ' '.repeat(Math.max(0, room - widthOf(text)))
  return toTheRight ? blanks + text : text + blanks
}
