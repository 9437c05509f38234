// Bodies that are not JSON. An operation with such a body has no fields: the body is its whole input.

/** The body of an operation that takes a file. */
export interface BinaryBody {
  /** The media types that the `Content-Type` header may name, the usual one first. */
  readonly mediaTypes: readonly [string, ...string[]]
  readonly maxBytes: number
  /** The file of the example, for the documents. */
  readonly exampleFile: string
}

/** The media type of all other bodies, for people. */
export const jsonType = 'application/json in UTF-8'

/** Formats the media types for people: `image/jpeg or image/png`. */
export function formatMediaTypes({ mediaTypes }: BinaryBody): string {
  return mediaTypes.join(' or ')
}
