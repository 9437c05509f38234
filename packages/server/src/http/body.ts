// Reads a JSON body and refuses any other body.

import type { IncomingMessage } from 'node:http'
import { formatPath, jsonType } from '@adrail/contract'
import { ServiceError } from '../runtime/errors.ts'
import { findDuplicateField } from './duplicateField.ts'

/** Calls `acquireBytes` with the maximum number of bytes before anything is read. `acquireBytes` may throw. */
export async function readJson(
  request: IncomingMessage,
  limitBytes: number,
  acquireBytes: (bytes: number) => void,
): Promise<unknown> {
  assertJsonType(request)
  reserveBody(request, limitBytes, acquireBytes)
  return parseJson(await collectBody(request, limitBytes))
}

/** Acquires the announced bytes, or the limit where none are announced, and returns their number. */
export function reserveBody(
  request: IncomingMessage,
  limitBytes: number,
  acquireBytes: (bytes: number) => void,
): number {
  const isChunked = request.headers['transfer-encoding'] !== undefined
  const announcedBytes = isChunked ? limitBytes : Number(request.headers['content-length'] ?? 0)
  if (announcedBytes > limitBytes) throw tooLargeError(limitBytes)
  assertConnected(request)
  acquireBytes(announcedBytes)
  return announcedBytes
}

function assertJsonType(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';')
  const isJson = type.trim().toLowerCase() === 'application/json'
  const isUtf8 = parameters.every(
    (parameter) => !/^\s*charset\b/i.test(parameter) || /^\s*charset="?utf-?8"?\s*$/i.test(parameter),
  )
  if (!isJson || !isUtf8 || encoding.toLowerCase() !== 'identity')
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', { values: { types: jsonType } })
}

/**
 * A client may disconnect while the server awaits something else, such as the database. After that, the
 * request emits no event, not even its end.
 */
function assertConnected(request: IncomingMessage): void {
  if (request.destroyed) throw cutOffError()
}

/** Reads the whole body if it is within the limit. */
export function collectBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    assertConnected(request)
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else {
        // The sender of the response decides how much of the remaining body is read, so that the caller can
        // read the response.
        request.pause()
        reject(tooLargeError(limitBytes))
      }
    })
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.once('error', () => reject(cutOffError()))
    request.once('close', () => {
      if (!request.complete) reject(cutOffError())
    })
  })
}

/**
 * `fatal` refuses bytes that are not UTF-8. The parser refuses the byte order mark that `ignoreBOM` keeps.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw invalidJsonError('it is empty. Send {} if there are no fields.')
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJsonError('it is not UTF-8.')
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    throw invalidJsonError(
      position === undefined ? 'it is incomplete.' : `it is invalid at character ${position}.`,
    )
  }
  const duplicate = findDuplicateField(bytes, text, parsed)
  if (duplicate === undefined) return parsed
  const field = formatPath(duplicate.path)
  throw invalidJsonError(
    `it contains the field ${field} twice, again at character ${duplicate.position}.`,
    field,
  )
}

function invalidJsonError(problem: string, field?: string): ServiceError {
  return new ServiceError('INVALID_JSON', { values: { problem }, ...(field === undefined ? {} : { field }) })
}

export function tooLargeError(limit: number): ServiceError {
  return new ServiceError('BODY_TOO_LARGE', { values: { limit } })
}

export function cutOffError(): ServiceError {
  return new ServiceError('MALFORMED_REQUEST', { note: 'the body was cut off' })
}
