// Writes a response to the wire: whole, cut in the middle, or in slow chunks.

import type { ServerResponse } from 'node:http'
import type { Answer } from './exchange.ts'

/** Sends a response and returns its status. */
export function send(response: ServerResponse, answer: Answer, bodiless = false): number {
  const { bytes, headers } = bytesOf(answer)
  if (answer.status !== 204 && answer.status !== 304) headers['content-length'] ??= String(bytes.length)
  response.writeHead(answer.status, headers)
  response.end(bodiless ? undefined : bytes)
  return answer.status
}

/** Announces the whole body, sends half of it and closes the connection. */
export function sendCut(response: ServerResponse, answer: Answer): Promise<number> {
  const { bytes, headers } = bytesOf(answer)
  const whole = bytes.length > 1 ? bytes : Buffer.from('{}')
  response.writeHead(answer.status === 204 ? 200 : answer.status, {
    ...headers,
    'content-length': String(whole.length),
  })
  return new Promise((resolve) => {
    response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => {
      response.destroy()
      resolve(answer.status)
    })
  })
}

const drops = 20

export async function sendDripping(
  response: ServerResponse,
  answer: Answer,
  pauseMs: number,
): Promise<number> {
  const { bytes, headers } = bytesOf(answer)
  response.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) })
  const size = Math.max(1, Math.ceil(bytes.length / drops))
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  response.end()
  return answer.status
}

function bytesOf(answer: Answer): { bytes: Buffer; headers: Record<string, string> } {
  const headers: Record<string, string> = { ...answer.headers }
  const { body } = answer
  if (Buffer.isBuffer(body)) return { bytes: body, headers }
  if (typeof body === 'string') {
    if (body !== '') headers['content-type'] ??= 'text/plain; charset=utf-8'
    return { bytes: Buffer.from(body), headers }
  }
  if (body === undefined || body === null) return { bytes: Buffer.alloc(0), headers }
  headers['content-type'] ??= 'application/json; charset=utf-8'
  return { bytes: Buffer.from(JSON.stringify(body)), headers }
}
