// Formats queries in the Google Ads Query Language (GAQL) from typed conditions. The caller's values never
// become query syntax.
// https://developers.google.com/google-ads/api/docs/query/grammar

/** For example `campaign.status` or `asset.location_asset.place_id`. */
export type FieldName = `${string}.${string}`

export type GaqlCondition =
  | { readonly field: FieldName; readonly is: 'word' | 'not'; readonly word: string }
  | { readonly field: FieldName; readonly is: 'words'; readonly words: readonly string[] }
  | { readonly field: FieldName; readonly is: 'true' | 'false' }
  | { readonly field: FieldName; readonly is: 'id' | 'above' | 'below'; readonly id: string }
  | { readonly field: FieldName; readonly is: 'ids'; readonly ids: readonly string[] }
  | { readonly field: FieldName; readonly is: 'text'; readonly text: string }
  /** The range includes both days. */
  | { readonly field: FieldName; readonly is: 'between'; readonly since: string; readonly until: string }
  /** The condition matches this day and later days. The format is `2026-11-10`. */
  | { readonly field: FieldName; readonly is: 'from'; readonly date: string }

/** A query chooses rows. The `RowKind` that goes with the query chooses the selected fields. */
export interface GaqlQuery {
  readonly from: string
  readonly where?: readonly GaqlCondition[]
  readonly orderBy?: FieldName
  /** Orders rows that are equal in `orderBy`, in the same direction. */
  readonly thenBy?: FieldName
  readonly descending?: boolean
  readonly limit?: number
}

export function formatGaql(
  select: readonly string[],
  { from, where = [], orderBy, thenBy, descending = false, limit }: GaqlQuery,
): string {
  const order = [orderBy, thenBy].filter((field) => field !== undefined)
  const direction = descending ? ' DESC' : ''
  return [
    `SELECT ${select.map(requireFieldName).join(', ')}`,
    `FROM ${assertMatches(/^[a-z_]+$/, from)}`,
    ...(where.length === 0 ? [] : [`WHERE ${where.map(formatCondition).join(' AND ')}`]),
    ...(order.length === 0
      ? []
      : [`ORDER BY ${order.map((field) => `${requireFieldName(field)}${direction}`).join(', ')}`]),
    ...(limit === undefined ? [] : [`LIMIT ${assertMatches(/^[1-9][0-9]*$/, String(limit))}`]),
  ].join(' ')
}

function formatCondition(condition: GaqlCondition): string {
  const field = requireFieldName(condition.field)
  switch (condition.is) {
    case 'word':
      return `${field} = ${quoteEnum(condition.word)}`
    case 'not':
      return `${field} != ${quoteEnum(condition.word)}`
    case 'words':
      return `${field} IN (${condition.words.map(quoteEnum).join(', ')})`
    case 'true':
      // The platform rejects a quoted boolean.
      return `${field} = TRUE`
    case 'false':
      return `${field} = FALSE`
    case 'id':
      return `${field} = ${requireId(condition.id)}`
    case 'above':
      return `${field} > ${requireId(condition.id)}`
    case 'below':
      return `${field} < ${requireId(condition.id)}`
    case 'ids':
      return `${field} IN (${condition.ids.map(requireId).join(', ')})`
    case 'text':
      return `${field} = ${quoteText(condition.text)}`
    case 'between':
      return `${field} BETWEEN ${quoteDate(condition.since)} AND ${quoteDate(condition.until)}`
    case 'from':
      return `${field} >= ${quoteDate(condition.date)}`
  }
}

function requireFieldName(field: string): string {
  return assertMatches(/^[a-z_]+(\.[a-z0-9_]+)+$/, field)
}

function quoteEnum(value: string): string {
  return `'${assertMatches(/^[A-Z][A-Z0-9_]*$/, value)}'`
}

function quoteDate(value: string): string {
  return `'${assertMatches(/^\d{4}-\d{2}-\d{2}$/, value)}'`
}

function requireId(value: string): string {
  return assertMatches(/^[0-9]{1,20}$/, value)
}

/**
 * Free text enters a query only here. Backslashes are escaped before quotation marks because the second
 * replacement adds backslashes of its own.
 */
function quoteText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the platform rejects line breaks inside text.
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text) || !text.isWellFormed())
    throw new Error('adrail cannot query text with control characters.')
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A mismatch is a bug in adrail because callers' values are validated before they reach a query. */
function assertMatches(pattern: RegExp, value: string): string {
  if (!pattern.test(value)) throw new Error(`"${value}" does not belong into a query.`)
  return value
}
