// T22: a platform returns responses that are too large, malformed or endless.

import { once } from 'node:events'
import { createServer, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { startSandbox } from '@adrail/sandbox'
import { post, useProcesses } from '@adrail/server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRssMiB } from '../../bench/measure.ts'
import { proofSize, proofTimeoutMs, reportProof } from './proofRun.ts'

const processes = useProcesses('file')
const megabyte = 2 ** 20
const json = { 'content-type': 'application/json' }
/** 64 MB of blanks compress to about 64 kB. Several of these in sequence form one longer text. */
const packed = gzipSync(Buffer.alloc(64 * megabyte, ' '))

/** Writes chunks while the client reads them. */
async function writeChunks(response: ServerResponse, chunks: Iterable<string | Buffer>): Promise<void> {
  const closed = new AbortController()
  response.once('close', () => closed.abort())
  for (const chunk of chunks) {
    if (response.destroyed) return
    if (!response.write(chunk)) await once(response, 'drain', { signal: closed.signal }).catch(() => {})
  }
  response.end()
}

function* times(count: number, piece: string | Buffer): Generator<string | Buffer> {
  for (let number = 0; number < count; number++) yield piece
}

const hostileResponders: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  'a body of 100 MB': (response) =>
    writeChunks(response.writeHead(200, json), times(100, `"${'x'.repeat(megabyte - 3)}",`)),
  'a small body that unpacks to a gigabyte': (response) =>
    writeChunks(response.writeHead(200, { ...json, 'content-encoding': 'gzip' }), times(16, packed)),
  'a million brackets': (response) => response.writeHead(200, json).end('['.repeat(1_000_000)),
  'a million closed brackets': (response) =>
    response.writeHead(200, json).end(`${'['.repeat(500_000)}${']'.repeat(500_000)}`),
  'a quarter of a million objects within each other': (response) =>
    response.writeHead(200, json).end(`${'{"a":'.repeat(250_000)}1${'}'.repeat(250_000)}`),
  'an object with a million members': (response) =>
    response
      .writeHead(200, json)
      .end(`{"data":[],${Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":1`).join(',')}}`),
  'a flood of headers': (response) => {
    const lines = Array.from({ length: 5000 }, (_, at) => `x-${at}: ${'y'.repeat(100)}\r\n`)
    response.socket?.end(`HTTP/1.1 200 OK\r\n${lines.join('')}content-length: 2\r\n\r\n{}`)
  },
  'numbers beyond all bounds': (response) =>
    response.writeHead(200, json).end('{"data":[{"id":1e999,"name":-1e999,"status":"ACTIVE"}]}'),
  'bytes that are no text': (response) => response.writeHead(200, json).end(Buffer.alloc(5000, 0xff)),
  'a list that goes on for ever': (response) =>
    response.writeHead(200, json).end(
      JSON.stringify({
        data: [{ id: '1', name: 'x', status: 'ACTIVE' }],
        paging: { cursors: { after: 'a' }, next: 'https://next.example/?after=a' },
      }),
    ),
}

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let respond: ((response: ServerResponse) => unknown) | undefined
const between = createServer((request, response) => {
  const { url = '/', method, headers } = request
  if (respond && /leadgen_forms/.test(url)) {
    request.resume()
    return void respond(response)
  }
  const onward = send(`${sandbox.url}${url}`, { ...(method ? { method } : {}), headers }, (came) => {
    response.writeHead(came.statusCode ?? 502, came.headers)
    came.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
})
beforeAll(async () => {
  sandbox = await startSandbox({ log: () => {} })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
})
afterAll(async () => {
  between.closeAllConnections()
  between.close()
  await sandbox.close()
})

test(
  'a process returns an error for every hostile response of a platform, does not crash, and grows by at most 64 MiB',
  async () => {
    const place = await processes.newInstallation()
    const { port } = between.address() as AddressInfo
    const service = await processes.start(place, {
      SANDBOX_URL: `http://127.0.0.1:${port}`,
      NODE_OPTIONS: '--max-old-space-size=256',
      LEADS: 'off',
      MIRROR: 'off',
    })
    let crashes = 0
    void service.exit.then(() => {
      crashes += 1
    })
    const apiKey = await service.readDemoKey()
    const ask = () => post(`${service.url}/social/get_leadform_list`, apiKey, { userId: 'usr_demo_all' })
    expect((await ask()).status).toBe(200)

    const before = readRssMiB(service.pid)
    let maxRssMiB = before
    const countsByCode: Record<string, number> = {}
    let calls = 0
    for (const [what, hostile] of Object.entries(hostileResponders)) {
      respond = hostile
      const responses = await Promise.all(Array.from({ length: proofSize(1, 8) }, ask))
      maxRssMiB = Math.max(maxRssMiB, readRssMiB(service.pid))
      calls += responses.length
      for (const { status, envelope } of responses) {
        const code = String(envelope.results['code'])
        // For an endless list, adrail reports that the list is too long, as for any list over the limit.
        const expected =
          what === 'a list that goes on for ever' ? /^200 PLATFORM_REJECTED$/ : /^50[234] UPSTREAM_/
        expect(`${what}: ${status} ${code}`).toMatch(new RegExp(`^${what}: ${expected.source.slice(1)}`))
        countsByCode[code] = (countsByCode[code] ?? 0) + 1
      }
    }
    respond = undefined
    await expect.poll(async () => (await ask()).status).toBe(200)
    const grownMiB = Math.round(maxRssMiB - before)
    expect(grownMiB).toBeLessThanOrEqual(64)
    expect(crashes).toBe(0)
    reportProof('T22', { answers: calls, crashes, grownMiB, ...countsByCode })
  },
  proofTimeoutMs,
)
