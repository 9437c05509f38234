// Reads a body that is a file, for the operations that declare one.

import type { IncomingMessage } from 'node:http'
import { type BinaryBody, formatMediaTypes } from '@adrail/contract'
import { ServiceError } from '../runtime/errors.ts'
import { cutOffError, reserveBody, tooLargeError } from './body.ts'

/**
 * Calls `acquireBytes` with the number of bytes before anything is read. `acquireBytes` may throw. The memory
 * of a body that announces no size grows with the received bytes, because the system assigns pages of the
 * buffer only when they are written.
 */
export async function readBinaryBody(
  request: IncomingMessage,
  binaryBody: BinaryBody,
  acquireBytes: (bytes: number) => void,
): Promise<Buffer> {
  assertMediaType(request, binaryBody)
  const capacity = reserveBody(request, binaryBody.maxBytes, acquireBytes)
  return await collectInto(Buffer.allocUnsafeSlow(capacity), request, binaryBody.maxBytes)
}

function assertMediaType({ headers }: IncomingMessage, binaryBody: BinaryBody): void {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const isListed = binaryBody.mediaTypes.includes(type.trim().toLowerCase())
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!isListed || encoding.toLowerCase() !== 'identity')
    throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', { values: { types: formatMediaTypes(binaryBody) } })
}

function collectInto(buffer: Buffer, request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      if (size + chunk.length > buffer.length) {
        // The sender of the response decides how much of the remaining body is read.
        request.pause()
        return reject(tooLargeError(limitBytes))
      }
      size += chunk.copy(buffer, size)
    })
    request.once('end', () => resolve(buffer.subarray(0, size)))
    request.once('error', () => reject(cutOffError()))
    request.once('close', () => {
      if (!request.complete) reject(cutOffError())
    })
  })
}
