// Formats queries in the Google Ads Query Language (GAQL) from typed conditions. The caller's values never
// become query syntax.
// https://developers.google.com/google-ads/api/docs/query/grammar

/** For example `campaign.status` or `asset.location_asset.place_id`. */
export type FieldName = `${string}.${string}`

export type Condition =
  | { readonly field: FieldName; readonly is: 'word' | 'not'; readonly word: string }
  | { readonly field: FieldName; readonly is: 'words'; readonly words: readonly string[] }
  | { readonly field: FieldName; readonly is: 'true' }
  | { readonly field: FieldName; readonly is: 'id' | 'above' | 'below'; readonly id: string }
  | { readonly field: FieldName; readonly is: 'ids'; readonly ids: readonly string[] }
  | { readonly field: FieldName; readonly is: 'text'; readonly text: string }
  /** The range includes both days. */
  | { readonly field: FieldName; readonly is: 'between'; readonly since: string; readonly until: string }
  /** The condition matches this day and later days. The format is `2026-11-10`. */
  | { readonly field: FieldName; readonly is: 'from'; readonly date: string }

/** A query chooses rows. The `RowKind` that goes with the query chooses the selected fields. */
export interface Query {
  readonly from: string
  readonly where?: readonly Condition[]
  readonly orderBy?: FieldName
  readonly descending?: boolean
  readonly limit?: number
}

export function gaql(
  select: readonly string[],
  { from, where = [], orderBy, descending = false, limit }: Query,
): string {
  return [
    `SELECT ${select.map(name).join(', ')}`,
    `FROM ${matching(/^[a-z_]+$/, from)}`,
    ...(where.length === 0 ? [] : [`WHERE ${where.map(condition).join(' AND ')}`]),
    ...(orderBy === undefined ? [] : [`ORDER BY ${name(orderBy)}${descending ? ' DESC' : ''}`]),
    ...(limit === undefined ? [] : [`LIMIT ${matching(/^[1-9][0-9]*$/, String(limit))}`]),
  ].join(' ')
}

function condition(given: Condition): string {
  const field = name(given.field)
  switch (given.is) {
    case 'word':
      return `${field} = ${word(given.word)}`
    case 'not':
      return `${field} != ${word(given.word)}`
    case 'words':
      return `${field} IN (${given.words.map(word).join(', ')})`
    case 'true':
      // The platform rejects a quoted boolean.
      return `${field} = TRUE`
    case 'id':
      return `${field} = ${id(given.id)}`
    case 'above':
      return `${field} > ${id(given.id)}`
    case 'below':
      return `${field} < ${id(given.id)}`
    case 'ids':
      return `${field} IN (${given.ids.map(id).join(', ')})`
    case 'text':
      return `${field} = ${quoted(given.text)}`
    case 'between':
      return `${field} BETWEEN ${day(given.since)} AND ${day(given.until)}`
    case 'from':
      return `${field} >= ${day(given.date)}`
  }
}

function name(field: string): string {
  return matching(/^[a-z_]+(\.[a-z0-9_]+)+$/, field)
}

function word(value: string): string {
  return `'${matching(/^[A-Z][A-Z0-9_]*$/, value)}'`
}

function day(value: string): string {
  return `'${matching(/^\d{4}-\d{2}-\d{2}$/, value)}'`
}

function id(value: string): string {
  return matching(/^[0-9]{1,20}$/, value)
}

/**
 * Free text enters a query only here. Backslashes are escaped before quotation marks because the second
 * replacement adds backslashes of its own.
 */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the platform rejects line breaks inside text.
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text) || !text.isWellFormed())
    throw new Error('Text with control characters cannot be asked for.')
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A mismatch is a bug in adrail because callers' values are validated before they reach a query. */
function matching(form: RegExp, value: string): string {
  if (!form.test(value)) throw new Error(`"${value}" does not belong into a query.`)
  return value
}
