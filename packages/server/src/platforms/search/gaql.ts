// Queries in the platform's language, built from a typed form: nothing of a caller's ever becomes syntax.
// https://developers.google.com/google-ads/api/docs/query/grammar

/** `campaign.status`, `asset.location_asset.place_id` */
export type FieldName = `${string}.${string}`

export type Condition =
  | { readonly field: FieldName; readonly is: 'word' | 'not'; readonly word: string }
  | { readonly field: FieldName; readonly is: 'words'; readonly words: readonly string[] }
  | { readonly field: FieldName; readonly is: 'true' }
  | { readonly field: FieldName; readonly is: 'id' | 'above' | 'below'; readonly id: string }
  | { readonly field: FieldName; readonly is: 'ids'; readonly ids: readonly string[] }
  | { readonly field: FieldName; readonly is: 'text'; readonly text: string }
  /** Days, both included. */
  | { readonly field: FieldName; readonly is: 'between'; readonly since: string; readonly until: string }
  /** From a day on, `2026-11-10`. */
  | { readonly field: FieldName; readonly is: 'from'; readonly date: string }

/** Which rows are asked for; what of them is for their kind to say. */
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
      // A quoted boolean is refused.
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

/** The one place where free text enters a query. The backslash is escaped first, or it would escape our own. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break inside a text is refused by the platform.
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text) || !text.isWellFormed())
    throw new Error('Text with control characters cannot be asked for.')
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** What does not have its form is a fault of ours: callers' values were checked long before. */
function matching(form: RegExp, value: string): string {
  if (!form.test(value)) throw new Error(`"${value}" does not belong into a query.`)
  return value
}
