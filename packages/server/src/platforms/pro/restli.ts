// Encodes values for URLs by the Rest.li protocol, which has its own syntax for lists and records. Everything
// inside them is encoded, so that callers' values never become syntax.
// https://linkedin.github.io/rest.li/spec/protocol#rest-li-protocol-20-object-and-listarray-representation

export type RestliValue =
  | string
  | number
  | boolean
  | readonly RestliValue[]
  | { readonly [name: string]: RestliValue | undefined }

/** The result is `List(a,b)`, `(k:v)`, or a leaf in which `( ) , ' :` are encoded as well. */
export function encodeRestliValue(value: RestliValue): string {
  if (isList(value)) return `List(${value.map(encodeRestliValue).join(',')})`
  if (typeof value === 'object') {
    const fields = Object.entries(value).flatMap(([name, fieldValue]) =>
      fieldValue === undefined ? [] : [`${encodeLeaf(name)}:${encodeRestliValue(fieldValue)}`],
    )
    return `(${fields.join(',')})`
  }
  return encodeLeaf(String(value))
}

/** The result is fully encoded. Encoding it again would break the query. */
export function encodeRestliQuery(parameters: { readonly [name: string]: RestliValue | undefined }): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${encodeLeaf(name)}=${name === 'fields' ? requireProjection(value) : encodeRestliValue(value)}`],
    )
    .join('&')
}

/**
 * A projection selects fields: `id,form:(name,content)`. Only projections are sent unencoded, even in a
 * tunneled query. LinkedIn splits them before decoding, so an encoded comma would turn two fields into one
 * unknown field.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/projections
 * https://github.com/linkedin-developers/linkedin-api-js-client (`encodeQueryParamsForGetRequests`)
 */
function requireProjection(value: RestliValue): string {
  if (typeof value !== 'string' || !/^[\w,:()]+$/.test(value))
    throw new Error('These are no names of members.')
  return value
}

function isList(value: RestliValue): value is readonly RestliValue[] {
  return Array.isArray(value)
}

function encodeLeaf(text: string): string {
  // The encoding of an empty leaf is two quotation marks, which URL parsers rewrite.
  if (text === '') throw new Error('An empty value cannot be sent.')
  return encodeURIComponent(text).replace(
    /[()']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
