// Values in URLs as the platform's protocol wants them: lists and records have a syntax of their own, and everything inside
// them is encoded, so that nothing of a caller's ever becomes syntax.
// https://linkedin.github.io/rest.li/spec/protocol#rest-li-protocol-20-object-and-listarray-representation

export type RestliValue =
  | string
  | number
  | boolean
  | readonly RestliValue[]
  | { readonly [name: string]: RestliValue | undefined }

/** One value: `List(a,b)`, `(k:v)`, or a leaf with `( ) , ' :` encoded as well. */
export function restliValue(value: RestliValue): string {
  if (isList(value)) return `List(${value.map(restliValue).join(',')})`
  if (typeof value === 'object') {
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [`${leaf(name)}:${restliValue(member)}`],
    )
    return `(${members.join(',')})`
  }
  return leaf(String(value))
}

/** A whole query, finished: anything that encodes it again would break it. */
export function restliQuery(parameters: { readonly [name: string]: RestliValue | undefined }): string {
  return Object.entries(parameters)
    .flatMap(([name, value]) =>
      value === undefined
        ? []
        : [`${leaf(name)}=${name === 'fields' ? projection(value) : restliValue(value)}`],
    )
    .join('&')
}

/**
 * Which members are wanted: `id,form:(name,content)`. It alone goes out as it is, in a tunnel too: its separators are
 * looked for before anything is decoded, and an encoded comma makes one unknown member of two.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/projections
 * https://github.com/linkedin-developers/linkedin-api-js-client (`encodeQueryParamsForGetRequests`)
 */
function projection(value: RestliValue): string {
  if (typeof value !== 'string' || !/^[\w,:()]+$/.test(value))
    throw new Error('These are no names of members.')
  return value
}

function isList(value: RestliValue): value is readonly RestliValue[] {
  return Array.isArray(value)
}

function leaf(text: string): string {
  // An empty leaf would be written as two quotes, which URL parsers rewrite on the way.
  if (text === '') throw new Error('An empty value cannot be sent.')
  return encodeURIComponent(text).replace(
    /[()']/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
