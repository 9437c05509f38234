// Formats values for people: on one line, no wider than the available width, money with its currency.

/** A record of a response. */
export type JsonRecord = Readonly<Record<string, unknown>>

/**
 * Removes control characters. Text from platforms and users must not move the cursor, change colors or
 * reverse the direction of the line.
 */
export function toSafeText(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

/** Formats a field of a record on one line. */
export function formatCell(row: JsonRecord, field: string): string {
  const value = row[field]
  if (value === undefined || value === null) return ''
  if (typeof value === 'string')
    return isMoney(row, field) ? `${value} ${row['currencyCode']}` : toSafeText(value)
  if (Array.isArray(value)) return toSafeText(value.map(formatEntry).join('; '))
  return typeof value === 'object' ? toSafeText(JSON.stringify(value)) : String(value)
}

/** Formats an entry of a list: an object by its text or name, if it has one. */
function formatEntry(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  // Every object is a record of unknown values.
  const { text, name, code } = entry as JsonRecord
  const label = [text, name, code].find((value) => typeof value === 'string' && value !== '')
  return typeof label === 'string' ? label : JSON.stringify(entry)
}

const amountFieldPattern = /budget|amount|spend|cost/i

/** Amounts are decimal text in the currency that the same record names. */
export function isMoney(row: JsonRecord, field: string): boolean {
  const value = row[field]
  return (
    typeof row['currencyCode'] === 'string' &&
    amountFieldPattern.test(field) &&
    typeof value === 'string' &&
    /^-?\d+(\.\d+)?$/.test(value)
  )
}

const createGraphemeSegmenter = () => new Intl.Segmenter('en', { granularity: 'grapheme' })
const asciiPattern = /^[\x20-\x7e]*$/
const widePattern =
  /\p{Emoji_Presentation}|\ufe0f|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** Measures the terminal columns of a text. Chinese, Japanese, Korean and emoji characters take two each. */
export function measureWidth(text: string): number {
  if (asciiPattern.test(text)) return text.length
  let width = 0
  for (const { segment } of createGraphemeSegmenter().segment(text))
    width += widePattern.test(segment) ? 2 : 1
  return width
}

/** Truncates a text to the available width and marks the cut with `…`. */
export function truncate(text: string, maxWidth: number): string {
  if (measureWidth(text) <= maxWidth) return text
  let prefix = ''
  let width = 1
  for (const { segment } of createGraphemeSegmenter().segment(text)) {
    width += widePattern.test(segment) ? 2 : 1
    if (width > maxWidth) break
    prefix += segment
  }
  return `${prefix.trimEnd()}…`
}

export function pad(text: string, targetWidth: number, alignRight = false): string {
  const blanks = ' '.repeat(Math.max(0, targetWidth - measureWidth(text)))
  return alignRight ? blanks + text : text + blanks
}
