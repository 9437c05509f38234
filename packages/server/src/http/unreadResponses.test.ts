import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestText } from '../../testing/rawHttp.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { maxUnreadBytes } from './unreadResponses.ts'

/** Two responses of this size stay below the limit of unread bytes, and three exceed it. */
const responseBytes = Math.floor(maxUnreadBytes * 0.4)
const get_profile = {
  operation: 'user/get_profile',
  mayBeLarge: false,
  run: async () => ({ user: { name: 'x'.repeat(responseBytes) } }),
} as const

/** Connects a client that requests a large response and reads none of it. */
async function unreading({ url, apiKey }: TestService): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}).pause()
  await once(socket, 'connect')
  const body = '{"externalId":"x"}'
  const headers = {
    host: 'x',
    'x-api-key': apiKey,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  socket.write(requestText('POST /user/get_profile HTTP/1.1', headers) + body)
  await once(socket, 'readable')
  return socket
}

/** Reads the rest of the response. Returns whether all of it arrives. */
async function readAll(socket: Socket): Promise<boolean> {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > responseBytes) socket.destroy()
  })
  socket.resume()
  await once(socket, 'close')
  return bytes > responseBytes
}

describe('responses that their clients do not read', () => {
  const service = useService({ handlers: { 'user/get_profile': get_profile } })

  test('are buffered up to a limit over all connections, beyond which the oldest connection is closed', async () => {
    const first = await unreading(service)
    const second = await unreading(service)
    const third = await unreading(service)
    expect(await readAll(first)).toBe(false)
    expect(await readAll(second)).toBe(true)
    expect(await readAll(third)).toBe(true)
  })
})

describe('a client that reads nothing until the request timeout', () => {
  const service = useService({
    handlers: { 'user/get_profile': get_profile },
    environment: { REQUEST_TIMEOUT_MS: '1000', HEADERS_TIMEOUT_MS: '1000' },
  })

  test('loses its connection and the rest of its response', async () => {
    // Node publishes each response on this channel: https://nodejs.org/api/diagnostics_channel.html#http
    const made = Promise.withResolvers<ServerResponse>()
    const created = (message: unknown) => made.resolve((message as { response: ServerResponse }).response)
    subscribe('http.server.response.created', created)
    onTestFinished(() => void unsubscribe('http.server.response.created', created))
    const idle = await unreading(service)
    await once(await made.promise, 'close')
    expect(await readAll(idle)).toBe(false)
  })
})
