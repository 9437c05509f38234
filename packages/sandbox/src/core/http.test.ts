import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startSandbox } from '../index.ts'
import { seedState } from '../seed.ts'
import { createClock } from './clock.ts'
import type { Platform } from './exchange.ts'
import { createFaults } from './faults.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createLedger } from './ledger.ts'

const noon = Date.parse('2026-11-15T12:00:00Z')

const echo: Platform = {
  name: 'social',
  ownsPath: (path) => path.startsWith('/owned/'),
  respondNotFound: ({ path }) => ({ status: 404, body: { unknown: path } }),
  respondFailure: (_exchange, { status }) => ({ status, body: { failed: status } }),
  rateLimit: { status: 429 },
  calls: [
    {
      name: 'echo',
      methods: ['GET', 'POST'],
      path: /^\/echo\/(?<id>\w+)$/,
      docsUrl: 'https://example.test/echo',
      respond: ({ method, path, rawQuery, query, body, origin, now }, params) => ({
        status: 200,
        body: { method, path, rawQuery, query: [...query], body: body.toString(), origin, now, params },
      }),
    },
    {
      name: 'special',
      methods: ['GET'],
      path: /^\/shared$/,
      matches: ({ query }) => query.has('special'),
      docsUrl: 'https://example.test/special',
      respond: () => ({ status: 200, body: 'special' }),
    },
    {
      name: 'plain',
      methods: ['GET'],
      path: /^\/shared$/,
      docsUrl: 'https://example.test/plain',
      respond: () => ({ status: 200, body: 'plain' }),
    },
    {
      name: 'carry',
      methods: ['GET'],
      path: /^\/carry$/,
      docsUrl: 'https://example.test/carry',
      respond: (exchange) => {
        const url = exchange.query.get('part') ?? ''
        const part = exchange.dispatchInner({ method: 'GET', url, headers: {}, body: Buffer.alloc(0) })
        return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(part) }
      },
    },
    {
      name: 'crash',
      methods: ['GET', 'POST'],
      path: /^\/crash$/,
      docsUrl: 'https://example.test/crash',
      respond: () => {
        throw new Error('a bug in a call')
      },
    },
  ],
}

async function startServer(options: Pick<HttpOptions, 'machineTime'> = {}) {
  const lines: string[] = []
  const state = seedState('test', noon)
  const ledger = createLedger()
  const faults = createFaults([echo])
  const server = createHttpServer({
    platforms: [echo],
    clock: createClock({ mode: 'frozen', at: noon }),
    faults,
    ledger,
    state: () => state,
    onStateChange: () => {},
    handleSandboxPath: () => undefined,
    log: (line) => lines.push(line),
    bodyLimitBytes: 1_000,
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a server that listens on a port is an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    lines,
    ledger,
    faults,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Sends a request that `fetch` cannot send, such as a GET with a body. */
function sendRaw(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const { method = 'GET', headers = {}, body = '' } = options
      const clientRequest = request(
        { host: '127.0.0.1', port, path, method, headers, agent: false },
        (response) => {
          let text = ''
          response.on('data', (chunk) => (text += chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          )
        },
      )
      clientRequest.on('error', reject)
      clientRequest.end(body)
    },
  )
}

test('a call receives the request unchanged, and its origin is the host that the client used', async () => {
  await using server = await startServer()
  const response = await sendRaw(server.port, '/echo/a1?&fields=a,b&q=(x:List(1,2))', {
    headers: { host: 'ads.test:99' },
  })
  expect(JSON.parse(response.body)).toEqual({
    method: 'GET',
    path: '/echo/a1',
    rawQuery: '&fields=a,b&q=(x:List(1,2))',
    query: [
      ['fields', 'a,b'],
      ['q', '(x:List(1,2))'],
    ],
    body: '',
    origin: 'http://ads.test:99',
    now: noon,
    params: { id: 'a1' },
  })
})

test('the server replaces an invalid Host header by localhost in the origin', async () => {
  await using server = await startServer()
  const { body } = await sendRaw(server.port, '/echo/a1', { headers: { host: 'x"><b>' } })
  expect(JSON.parse(body).origin).toBe('http://localhost')
})

test('the server accepts a GET with a JSON body and an address that ends in a bare question mark', async () => {
  await using server = await startServer()
  const headers = { 'content-type': 'application/json', 'content-length': '2' }
  expect(JSON.parse((await sendRaw(server.port, '/echo/a1?', { headers, body: '{}' })).body)).toMatchObject({
    rawQuery: '',
    body: '{}',
  })
})

test('the Date header shows the time of the machine while the sandbox clock is frozen', async () => {
  let now = Date.parse('2031-02-03T04:05:06Z')
  await using server = await startServer({ machineTime: () => now })
  const date = async () => (await sendRaw(server.port, '/echo/a1')).headers['date']
  expect(await date()).toBe('Mon, 03 Feb 2031 04:05:06 GMT')
  now -= 86_400_000
  expect(await date()).toBe('Sun, 02 Feb 2031 04:05:06 GMT')
})

test('HEAD returns the status and length of GET without a body, and OPTIONS lists the methods', async () => {
  await using server = await startServer()
  const [get, head] = [
    await sendRaw(server.port, '/echo/a1'),
    await sendRaw(server.port, '/echo/a1', { method: 'HEAD' }),
  ]
  expect(head).toMatchObject({ status: 200, body: '' })
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  const options = await sendRaw(server.port, '/echo/a1', { method: 'OPTIONS' })
  expect([options.status, options.headers['allow']]).toEqual([204, 'GET, POST, OPTIONS'])
})

test('the server selects between calls with the same method and path by their conditions', async () => {
  await using server = await startServer()
  expect((await sendRaw(server.port, '/shared?special=1')).body).toBe('special')
  expect((await sendRaw(server.port, '/shared')).body).toBe('plain')
})

test('a platform refuses its unknown paths and methods, and the sandbox refuses paths that belong to no platform', async () => {
  await using server = await startServer()
  expect(await sendRaw(server.port, '/owned/x')).toMatchObject({
    status: 404,
    body: '{"unknown":"/owned/x"}',
  })
  expect(await sendRaw(server.port, '/echo/a1', { method: 'DELETE' })).toMatchObject({
    body: '{"unknown":"/echo/a1"}',
  })
  expect((await sendRaw(server.port, '/nobody')).body).toContain('/_sandbox/calls')
})

test('a call that crashes returns the platform’s error format, is logged, and does not stop the server', async () => {
  await using server = await startServer()
  expect(await sendRaw(server.port, '/crash')).toMatchObject({ status: 500, body: '{"failed":500}' })
  expect(server.lines.join('\n')).toContain('GET /crash (social crash): Error: a bug in a call')
  expect((await sendRaw(server.port, '/echo/a1')).status).toBe(200)
  expect(server.ledger.list().map(({ call, status }) => `${call} ${status}`)).toEqual([
    'crash 500',
    'echo 200',
  ])
})

test('the server serves the next request and logs nothing after a client disconnects in the middle of its body', async () => {
  await using server = await startServer()
  const clientRequest = request({
    host: '127.0.0.1',
    port: server.port,
    path: '/echo/a1',
    method: 'POST',
    headers: { 'content-length': '100' },
  })
  clientRequest.on('error', () => {})
  clientRequest.write('only a piece')
  await new Promise((resolve) => clientRequest.on('socket', (socket) => socket.once('connect', resolve)))
  clientRequest.destroy()
  expect((await sendRaw(server.port, '/echo/a1')).status).toBe(200)
  expect(server.lines).toEqual([])
})

test('the server refuses a body beyond the limit with 413 and accepts the next body within the limit', async () => {
  await using server = await startServer()
  const largeBody = await fetch(`${server.url}/echo/a1`, { method: 'POST', body: 'x'.repeat(1_001) })
  expect(largeBody.status).toBe(413)
  const fittingBody = await fetch(`${server.url}/echo/a1`, { method: 'POST', body: 'x'.repeat(1_000) })
  expect(fittingBody.status).toBe(200)
})

test('a nested request is recorded in the ledger, meets its own faults, and does not fail the outer request', async () => {
  await using server = await startServer()
  const innerSandbox = (path: string) => sendRaw(server.port, `/carry?part=${encodeURIComponent(path)}`)
  expect(JSON.parse((await innerSandbox('/echo/a1?x=1')).body)).toMatchObject({
    status: 200,
    body: { rawQuery: 'x=1' },
  })
  expect(JSON.parse((await innerSandbox('/crash')).body)).toMatchObject({
    status: 500,
    body: { failed: 500 },
  })
  server.faults.order({ platform: 'social', call: 'echo', kind: 'reset' })
  expect((await innerSandbox('/echo/a1')).body).toBe('null')
  server.faults.order({ platform: 'social', call: 'echo', kind: 'status', status: 418 })
  expect(JSON.parse((await innerSandbox('/echo/a1')).body)).toEqual({ status: 418, body: { failed: 418 } })
  expect(server.ledger.list({ call: 'echo' }).map(({ status }) => status)).toEqual([200, 0, 418])
})

test('LinkedIn refuses a GET of its token endpoint, and the ledger records it as an unknown call of LinkedIn', async () => {
  const sandbox = await startSandbox({ clock: noon })
  try {
    const response = await fetch(`${sandbox.url}/oauth/v2/accessToken`)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(sandbox.requests.list().map(({ platform, call }) => `${platform} ${call}`)).toEqual([
      'pro unknown',
    ])
  } finally {
    await sandbox.close()
  }
})
