// Many connections of one client must not keep other clients from connecting. Each address of the loopback
// network represents a machine.

import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useService } from '../../testing/service.ts'

const service = useService()
const proxied = useService({ environment: { TRUSTED_PROXIES: '127.0.0.9' } })

/**
 * Opens one connection at a time. The kernel drops connections that exceed the queue of a listening socket,
 * and retries only seconds later.
 */
async function openFrom(localAddress: string, count: number, url: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
    sockets.push(socket.on('error', () => {}).resume())
    await once(socket, 'connect')
  }
  return sockets
}

function isOpen(socket: Socket): boolean {
  return !socket.closed && !socket.readableEnded
}

describe('1,100 idle connections', () => {
  test('from one address leave at most 1,000 open, and others can still connect', async () => {
    const idle = await openFrom('127.0.0.5', 1100, service.url)
    await Promise.all(idle.slice(1000).map((socket) => socket.closed || once(socket, 'close')))
    expect(idle.filter(isOpen)).toHaveLength(1000)
    expect((await service.call('user/list_users', {})).status).toBe(200)
  })

  test('from a trusted proxy are not limited, because it connects for many clients', async () => {
    const idle = await openFrom('127.0.0.9', 1100, proxied.url)
    expect((await proxied.call('user/list_users', {})).status).toBe(200)
    expect(idle.filter(isOpen)).toHaveLength(1100)
  })
})

/** Returns a connection that has received the response to one request. */
async function usedConnection(apiKey: string, more: Readonly<Record<string, string>> = {}): Promise<Socket> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, ...more }
  const sent = request(`${service.url}/user/list_users`, { agent, method: 'POST', headers }).end('{}')
  const [[socket], [response]] = await Promise.all([once(sent, 'socket'), once(sent, 'response')])
  await once(response.resume(), 'end')
  return socket
}

test('an idle connection that never sent a valid API key closes before connections of callers and proxies', async () => {
  const caller = await usedConnection(service.apiKey)
  const proxy = await usedConnection('wrong', { 'x-forwarded-for': '198.51.100.1' })
  const stranger = await usedConnection('wrong')
  await once(stranger, 'close')
  expect([caller, proxy].map(isOpen)).toEqual([true, true])
})

test('a connection closes after its maximum number of requests without failing a request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const headers = { 'content-type': 'application/json', 'x-api-key': service.apiKey }
  const connections = new Set<Socket>()
  const statuses = new Map<number, number>()
  for (let number = 0; number < 10_001; number += 1) {
    // The service refuses the request without a query, because only the connection matters here.
    const sent = request(`${service.url}/user/create_user`, { agent, method: 'POST', headers }).end('{}')
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
    connections.add(sent.socket as Socket)
    statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([[400, 10_001]])
  expect(connections.size).toBe(2)
})
