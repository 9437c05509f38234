// Formats values for people: on one line, no wider than the available width, money with its currency.

/** A record of a response. */
export type Row = Readonly<Record<string, unknown>>

/**
 * Removes control characters. Text from platforms and users must not move the cursor, change colors or
 * reverse the direction of the line.
 */
export function readable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** Formats a field of a record on one line. */
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

/** Amounts are decimal text in the currency that the same record names. */
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

/** Measures the terminal columns of a text. Chinese, Japanese, Korean and emoji characters take two each. */
export function widthOf(text: string): number {
  if (isPlain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes().segment(text)) width += isWide.test(segment) ? 2 : 1
  return width
}

/** Truncates a text to the available width and marks the cut with `…`. */
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
