// Files as bodies. All types can be sent again, so that a retry sends the same bytes.

/** The content of a file: a `Blob` or `File`, as browsers have them, or the bytes. */
export type FileContent = Blob | ArrayBuffer | Uint8Array

/** The body of a call, and the media type of a file. */
export interface Payload {
  readonly mediaType: string
  readonly content: string | FileContent
}

export async function createPayload(
  body: FileContent | Readonly<Record<string, unknown>>,
  mediaTypes: readonly string[] | undefined,
): Promise<Payload> {
  if (mediaTypes === undefined) return { mediaType: 'application/json', content: JSON.stringify(body) }
  if (!isFileContent(body))
    throw new TypeError('This operation takes a file: a Blob, an ArrayBuffer or a Uint8Array.')
  return { mediaType: await findMediaType(body, mediaTypes), content: body }
}

function isFileContent(body: unknown): body is FileContent {
  return body instanceof Blob || body instanceof ArrayBuffer || body instanceof Uint8Array
}

/**
 * Returns the type of the blob, or the one that the first byte shows. The service checks the bytes and not
 * this type.
 */
async function findMediaType(content: FileContent, mediaTypes: readonly string[]): Promise<string> {
  if (content instanceof Blob && content.type !== '') return content.type
  const start = content instanceof Blob ? await content.slice(0, 1).arrayBuffer() : content
  const [firstByte] = new Uint8Array(start)
  const mediaType = firstByte === 0x89 ? 'image/png' : 'image/jpeg'
  return mediaTypes.includes(mediaType) ? mediaType : (mediaTypes[0] ?? '')
}
