import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestText } from '../../testing/rawHttp.ts'
import { type TestService, useService } from '../../testing/service.ts'
import { maxUnreadBytes } from './unreadResponses.ts'

/** Two such answers may lie unread, and no third. */
const responseBytes = Math.floor(maxUnreadBytes * 0.4)
const get_profile = {
  operation: 'user/get_profile',
  mayBeLarge: false,
  run: async () => ({ user: { name: 'x'.repeat(responseBytes) } }),
} as const

/** A client that asks for a large answer and reads none of it. */
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

/** Reads what is left; whether the whole answer comes. */
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

describe('answers that nobody reads', () => {
  const service = useService({ handlers: { 'user/get_profile': get_profile } })

  test('are held up to a bound over all connections: beyond it the connection that waited longest ends', async () => {
    const first = await unreading(service)
    const second = await unreading(service)
    const third = await unreading(service)
    expect(await readAll(first)).toBe(false)
    expect(await readAll(second)).toBe(true)
    expect(await readAll(third)).toBe(true)
  })
})

describe('a client that reads nothing for as long as it may', () => {
  const service = useService({
    handlers: { 'user/get_profile': get_profile },
    environment: { REQUEST_TIMEOUT_MS: '1000', HEADERS_TIMEOUT_MS: '1000' },
  })

  test('loses its connection, and the answer with it', async () => {
    // What this channel of Node's server says: https://nodejs.org/api/diagnostics_channel.html#http
    const made = Promise.withResolvers<ServerResponse>()
    const created = (message: unknown) => made.resolve((message as { response: ServerResponse }).response)
    subscribe('http.server.response.created', created)
    onTestFinished(() => void unsubscribe('http.server.response.created', created))
    const idle = await unreading(service)
    await once(await made.promise, 'close')
    expect(await readAll(idle)).toBe(false)
  })
})
