// `adrail mcp` forwards messages between standard input and a Streamable HTTP endpoint unchanged in both
// directions.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { useCommandLine } from './commandLine.ts'

const { run } = useCommandLine(() => ({ ADRAIL_KEY: 'adr_test_key' }))

interface Received {
  readonly method: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type RespondFunction = (received: Received, response: ServerResponse) => void

/** Starts an endpoint at `/mcp` that records requests. */
async function startEndpoint(respond: RespondFunction): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const one = { method: request.method ?? '', headers: request.headers, body }
    received.push(one)
    if (request.url === '/mcp') respond(one, response)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const json = { 'content-type': 'application/json' }
const lines = (text: string) => text.split('\n').filter((line) => line !== '')
const bridge = async (url: string, ...messages: readonly string[]) =>
  await run(['mcp', '--service', url], { input: messages.map((message) => `${message}\n`).join('') })

test('adrail mcp forwards a request unchanged with the API key, and prints the response as one line', async () => {
  const { url, received } = await startEndpoint((_, response) =>
    response
      .writeHead(200, json)
      .end('{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": { "n": 12345678901234567890 }\n}'),
  )
  const request = '{"jsonrpc":"2.0", "id":1, "method":"ping"}'
  const { exit, stdout, stderr } = await bridge(url, request)
  expect([exit, stderr]).toEqual([0, ''])
  expect(lines(stdout)).toHaveLength(1)
  expect(stdout).toContain('12345678901234567890')
  expect(received).toMatchObject([
    {
      method: 'POST',
      body: request,
      headers: {
        'x-api-key': 'adr_test_key',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
    },
  ])
})

test('adrail mcp sends the session and the protocol version after a handshake, and ends the session', async () => {
  const { url, received } = await startEndpoint(({ method, body }, response) => {
    if (method === 'DELETE') response.writeHead(200).end()
    else if (body.includes('initialize"'))
      response
        .writeHead(200, { ...json, 'mcp-session-id': 'session-1' })
        .end('{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}')
    else if (body.includes('notifications/')) response.writeHead(202).end()
    else response.writeHead(200, json).end('{"jsonrpc":"2.0","id":1,"result":{}}')
  })
  const { stdout } = await bridge(
    url,
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  )
  expect(lines(stdout)).toHaveLength(2)
  expect(received[0]?.headers).not.toHaveProperty('mcp-session-id')
  expect(received.slice(1).map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
  for (const { headers } of received.slice(1))
    expect(headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-11-25' })
})

test('adrail mcp sends the method and the tool name in headers with revision 2026-07-28', async () => {
  const { url, received } = await startEndpoint((_, response) =>
    response.writeHead(200, json).end('{"jsonrpc":"2.0","id":"a","result":{"resultType":"complete"}}'),
  )
  const params = {
    name: 'social_get_campaigns',
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  }
  await bridge(url, JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params }))
  await bridge(
    url,
    JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { ...params, name: 'Größe' } }),
  )
  expect(received[0]?.headers).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'social_get_campaigns',
  })
  expect(received[1]?.headers['mcp-name']).toBe(`=?base64?${Buffer.from('Größe').toString('base64')}?=`)
})

test('adrail mcp prints each message of an event stream as one line, in order', async () => {
  const { url } = await startEndpoint((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(': hello\r\n\r\nid: 1\r\nevent: message\r\ndata: {"jsonrpc":"2.0",\r\n')
    response.write('data: "method":"notifications/progress"}\r\n\r\ndata: {"jsonrpc":"2.0","id":7,')
    response.end('"result":{"text":"Öl"}}\n\n')
  })
  const { stdout } = await bridge(url, '{"jsonrpc":"2.0","id":7,"method":"tools/call"}')
  expect(lines(stdout).map((line) => JSON.parse(line))).toEqual([
    { jsonrpc: '2.0', method: 'notifications/progress' },
    { jsonrpc: '2.0', id: 7, result: { text: 'Öl' } },
  ])
})

test('adrail mcp forwards a JSON-RPC error with status 400 unchanged', async () => {
  const refusal = '{"jsonrpc":"2.0","id":3,"error":{"code":-32022,"message":"Unsupported protocol version"}}'
  const { url } = await startEndpoint((_, response) => response.writeHead(400, json).end(refusal))
  expect((await bridge(url, '{"jsonrpc":"2.0","id":3,"method":"server/discover"}')).stdout).toBe(
    `${refusal}\n`,
  )
})

test('adrail mcp prints a JSON-RPC error when a message is refused, malformed or cannot be sent', async () => {
  const { url } = await startEndpoint((_, response) =>
    response.writeHead(401, json).end('{"success":false,"requestId":"req_1","results":{"success":false}}'),
  )
  const refused = JSON.parse((await bridge(url, '{"jsonrpc":"2.0","id":4,"method":"tools/list"}')).stdout)
  expect(refused).toMatchObject({ id: 4, error: { message: expect.stringContaining('status 401') } })
  const unread = JSON.parse((await bridge(url, 'hello')).stdout)
  expect(unread).toMatchObject({ id: null, error: { code: -32700 } })
  const unreachable = JSON.parse(
    (await bridge('http://127.0.0.1:9', '{"jsonrpc":"2.0","id":5,"method":"ping"}')).stdout,
  )
  expect(unreachable).toMatchObject({
    id: 5,
    error: { message: expect.stringContaining('No response from http://127.0.0.1:9/mcp') },
  })
})

test('adrail mcp does not wait for the response to a canceled request', async () => {
  const { url, received } = await startEndpoint(({ body }, response) => {
    if (body.includes('cancelled')) response.writeHead(202).end()
  })
  const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":6}}'
  const { exit, stdout } = await bridge(url, '{"jsonrpc":"2.0","id":6,"method":"tools/call"}', cancel)
  expect([exit, stdout]).toEqual([0, ''])
  expect(received.map(({ body }) => body)).toContain(cancel)
})
