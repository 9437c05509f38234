import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemRuntime } from '../../runtime/runtime.ts'
import { withDeadline } from './deadline.ts'
import { ResponseByteBudget } from './responseBuffer.ts'
import { makeUpstream, sendPermission, type Upstream } from './upstream.ts'

const fiveMegabytes = JSON.stringify('x'.repeat(5_000_000))
const together: ServerResponse[] = []

/** The behavior of the test platform, by path. */
const behaviours: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => void>> = {
  '/good': (response) => response.writeHead(200, { 'x-usage': ['a', 'b'] }).end('{"id":"1"}'),
  '/refusal': (response) => response.writeHead(400).end('{"error":"no"}'),
  '/redirect': (response) => response.writeHead(302, { location: '/good' }).end('{}'),
  '/large': (response) => response.end(`"${'x'.repeat(5000)}"`),
  '/endless': (response) => {
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  },
  '/silent': () => {},
  '/drip': (response) => {
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  },
  '/values': (response) => response.end(`[${'{},'.repeat(2_000_000)}{}]`),
  '/five-megabytes': (response) => response.end(fiveMegabytes),
  // Responds to 20 requests at once, after the last of them has arrived.
  '/together': (response) => {
    together.push(response)
    if (together.length === 20) for (const each of together.splice(0)) each.end(fiveMegabytes)
  },
  '/half': (response) => void response.writeHead(200, { 'content-length': '100' }).write('{"id":'),
  '/cut': (response) => response.socket?.destroy(),
  '/cut-half': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"id":', () => response.socket?.destroy())
  },
  '/garbage': (response) => response.end(Buffer.from([0, 1, 2, 0xff])),
  '/html': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>ya29.secret</h1>'),
  '/gzip': packed('gzip', gzipSync),
  '/deflate': packed('deflate', deflateSync),
  '/br': packed('br', brotliCompressSync),
  '/bomb': packed('gzip', () => gzipSync(Buffer.alloc(20_000_000))),
  '/not-gzip': packed('gzip', (bytes) => bytes),
  '/zstd': packed('zstd', (bytes) => bytes),
}

function packed(encoding: string, pack: (bytes: Buffer) => Buffer) {
  return (response: ServerResponse) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.from('{"id":"1"}')))
}

let seen: string[] = []
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`)
  behaviours[request.url ?? '']?.(response, request)
})
let origin = ''
let upstream: Upstream
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  upstream = makeUpstream(systemRuntime(), [`${origin}/some/path`])
})
afterAll(async () => {
  await upstream.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  seen = []
})

const call = 'social GET something'

const get = (path: string, bounds: { timeoutMs?: number; maxBytes?: number } = {}) =>
  upstream.send({ callName: call, method: 'GET', url: `${origin}${path}`, ...bounds })

describe('a call to a platform', () => {
  test('returns the response of the platform, including a refusal', async () => {
    const good = await get('/good')
    expect(good).toMatchObject({ status: 200, headers: { 'x-usage': 'a, b' }, text: '{"id":"1"}' })
    expect(good.json()).toEqual({ id: '1' })
    expect((await get('/refusal')).status).toBe(400)
  })

  test('releases its body after takeJson, and keeps a body that is not JSON', async () => {
    const good = await get('/good')
    expect(good.takeJson()).toEqual({ id: '1' })
    for (const accessBody of [() => good.text, () => good.bytes, () => good.json()])
      expect(accessBody).toThrow('The body of this response was read already.')
    const page = await get('/html')
    expect(() => page.takeJson()).toThrow('The response is not JSON.')
    expect(page.text).toContain('<h1>')
  })

  test('returns a redirect instead of following it', async () => {
    expect(await get('/redirect')).toMatchObject({ status: 302 })
    expect(seen).toEqual(['GET /redirect'])
  })

  test.each(['/gzip', '/deflate', '/br'])('decompresses the response of %s', async (path) => {
    expect((await get(path)).json()).toEqual({ id: '1' })
  })

  test.each([
    'http://127.0.0.1:1/good',
    'https://example.com/good',
    'http://user@example.com/good',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
  ])('throws instead of sending a request to %s', async (url) => {
    await expect(upstream.send({ callName: call, method: 'GET', url })).rejects.toThrow(
      'is not a platform of this deployment',
    )
    expect(seen).toEqual([])
  })

  test('throws for another scheme or host name than those of an allowed platform', async () => {
    for (const url of [
      origin.replace('http:', 'https:'),
      origin.replace('127.0.0.1', 'localhost'),
      `${origin}1`,
    ])
      if (URL.canParse(url))
        await expect(upstream.send({ callName: call, method: 'GET', url })).rejects.toThrow(
          'is not a platform',
        )
  })
})

describe('a failing call to a platform', () => {
  test.each([
    ['/large', { maxBytes: 1000 }, 'too_large'],
    ['/endless', { maxBytes: 1_000_000 }, 'too_large'],
    ['/bomb', { maxBytes: 1_000_000 }, 'too_large'],
    ['/silent', { timeoutMs: 200 }, 'timeout'],
    ['/half', { timeoutMs: 200 }, 'timeout'],
    ['/drip', { timeoutMs: 200 }, 'timeout'],
    ['/silent', { timeoutMs: 200.5 }, 'timeout'],
    ['/values', { maxBytes: 32_000_000 }, 'too_large'],
    ['/endless', { timeoutMs: 200, maxBytes: 1e12 }, 'timeout'],
    ['/cut', {}, 'cut'],
    ['/cut-half', {}, 'cut'],
    ['/not-gzip', {}, 'garbled'],
    ['/zstd', {}, 'garbled'],
  ] as const)('to %s with the options %j fails as %s, without a retry', async (path, bounds, kind) => {
    await expect(get(path, bounds)).rejects.toMatchObject({ name: 'UpstreamFailure', kind })
    // The next call succeeds, so the failed call left no bytes on the connection.
    expect((await get('/good')).status).toBe(200)
    expect(seen).toEqual([`GET ${path}`, 'GET /good'])
  })

  test.each(['/silent', '/drip', '/half'])(
    'to %s fails at the deadline of its request, even if its own timeout is longer',
    async (path) => {
      const call = () => get(path, { timeoutMs: 600_000 })
      await expect(withDeadline(systemRuntime(), 200.5, call)).rejects.toMatchObject({ kind: 'late' })
    },
  )

  test('is not sent after the deadline of its request', async () => {
    await expect(withDeadline(systemRuntime(), 0, () => get('/good'))).rejects.toMatchObject({ kind: 'late' })
    // A request that an earlier test aborted may arrive late.
    expect(seen).not.toContain('GET /good')
  })

  test('is not sent when the deadline passes while the call waits for permission to send', async () => {
    const slowly = () => sleep(200)
    const call = () => sendPermission.run(slowly, () => get('/good'))
    await expect(withDeadline(systemRuntime(), 100, call)).rejects.toMatchObject({ kind: 'late' })
    // A request that an earlier test aborted may arrive late.
    expect(seen).not.toContain('GET /good')
  })

  test('with an invalid header fails with InvalidArgumentError, not as a network failure', async () => {
    const headers = { 'x-header': 'a line\nand another' }
    const sent = upstream.send({ callName: call, method: 'GET', url: `${origin}/good`, headers })
    await expect(sent).rejects.toMatchObject({ name: 'InvalidArgumentError' })
  })

  test.each(['/garbage', '/html'])(
    'to %s fails when its response is parsed as JSON, without quoting the body in the error',
    async (path) => {
      const response = await get(path)
      let failure: unknown
      try {
        response.json()
      } catch (error) {
        failure = error
      }
      expect(failure).toMatchObject({ name: 'UpstreamFailure', kind: 'garbled' })
      expect(`${failure} ${String((failure as Error).cause)}`).not.toMatch(/ya29|h1/)
    },
  )

  test('to a port without a server fails as unreachable', async () => {
    const nowhere = makeUpstream(systemRuntime(), ['http://127.0.0.1:1'])
    await expect(
      nowhere.send({ callName: call, method: 'POST', url: 'http://127.0.0.1:1/x', body: '{}' }),
    ).rejects.toMatchObject({
      kind: 'unreachable',
    })
    await nowhere.close()
  })
})

describe('large concurrent responses', () => {
  test('stay within the byte budget: some fail as crowded, small responses succeed, and all bytes are released', async () => {
    const byteBudget = new ResponseByteBudget(12_000_000)
    const crowded = makeUpstream(systemRuntime(), [origin], [], byteBudget)
    let maxBuffered = 0
    const watch = setInterval(() => {
      maxBuffered = Math.max(maxBuffered, byteBudget.bufferedBytes)
    })
    const ask = async (path: string) => {
      const sent = crowded.send({
        callName: call,
        method: 'GET',
        url: `${origin}${path}`,
        maxBytes: 32_000_000,
        timeoutMs: 60_000,
      })
      const kind = await sent.then(
        ({ bytes }) => `${bytes.length} bytes`,
        (failure) => failure.kind,
      )
      maxBuffered = Math.max(maxBuffered, byteBudget.bufferedBytes)
      return kind
    }
    const large = Array.from({ length: 20 }, () => ask('/together'))
    const small = Array.from({ length: 20 }, () => ask('/good'))
    expect(new Set(await Promise.all(large))).toEqual(new Set(['5000002 bytes', 'crowded']))
    expect(new Set(await Promise.all(small))).toEqual(new Set(['10 bytes']))
    clearInterval(watch)
    // Each call may exceed the budget by one chunk, which it releases when it fails.
    expect(maxBuffered).toBeLessThan(12_000_000 + 20 * 300_000)
    expect(byteBudget.bufferedBytes).toBe(0)
    expect(await ask('/five-megabytes')).toBe('5000002 bytes')
    await crowded.close()
  })
})
