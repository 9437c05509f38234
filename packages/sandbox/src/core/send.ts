// Writes a response to the wire: whole, cut in the middle, or in slow chunks.

import type { ServerResponse } from 'node:http'
import type { HttpResponse } from './exchange.ts'

/** Sends a response and returns its status. */
export function sendResponse(response: ServerResponse, httpResponse: HttpResponse, omitBody = false): number {
  const { bytes, headers } = encodeResponse(httpResponse)
  if (httpResponse.status !== 204 && httpResponse.status !== 304)
    headers['content-length'] ??= String(bytes.length)
  response.writeHead(httpResponse.status, headers)
  response.end(omitBody ? undefined : bytes)
  return httpResponse.status
}

/** Announces the whole body, sends half of it and closes the connection. */
export function sendTruncated(response: ServerResponse, httpResponse: HttpResponse): Promise<number> {
  const { bytes, headers } = encodeResponse(httpResponse)
  const fullBody = bytes.length > 1 ? bytes : Buffer.from('{}')
  response.writeHead(httpResponse.status === 204 ? 200 : httpResponse.status, {
    ...headers,
    'content-length': String(fullBody.length),
  })
  return new Promise((resolve) => {
    response.write(fullBody.subarray(0, Math.floor(fullBody.length / 2)), () => {
      response.destroy()
      resolve(httpResponse.status)
    })
  })
}

const dripChunkCount = 20

export async function sendDripping(
  response: ServerResponse,
  httpResponse: HttpResponse,
  chunkDelayMs: number,
): Promise<number> {
  const { bytes, headers } = encodeResponse(httpResponse)
  response.writeHead(httpResponse.status, { ...headers, 'content-length': String(bytes.length) })
  const chunkBytes = Math.max(1, Math.ceil(bytes.length / dripChunkCount))
  for (let offset = 0; offset < bytes.length && !response.destroyed; offset += chunkBytes) {
    response.write(bytes.subarray(offset, offset + chunkBytes))
    await new Promise((resolve) => setTimeout(resolve, chunkDelayMs))
  }
  response.end()
  return httpResponse.status
}

function encodeResponse(httpResponse: HttpResponse): { bytes: Buffer; headers: Record<string, string> } {
  const headers: Record<string, string> = { ...httpResponse.headers }
  const { body } = httpResponse
  if (Buffer.isBuffer(body)) return { bytes: body, headers }
  if (typeof body === 'string') {
    if (body !== '') headers['content-type'] ??= 'text/plain; charset=utf-8'
    return { bytes: Buffer.from(body), headers }
  }
  if (body === undefined || body === null) return { bytes: Buffer.alloc(0), headers }
  headers['content-type'] ??= 'application/json; charset=utf-8'
  return { bytes: Buffer.from(JSON.stringify(body)), headers }
}
