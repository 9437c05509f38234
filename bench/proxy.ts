// The baselines: the cost of the same work without any of the service's guarantees.
//   bare       parses the body, maps it and responds directly
//   proxy      forwards the bytes to the upstream and back
//   proxy-map  parses, maps and serializes in both directions
//   upstream   represents a platform and always returns the same response, optionally with a delay

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import type { OperationCase } from './operations.ts'

const [kind = '', caseName = '', upstreamUrl = '', latencyMs = '0'] = process.argv.slice(2)
const { operationCase }: { operationCase: OperationCase } = await import(`./cases/${caseName}.ts`)
const pool = upstreamUrl === '' ? undefined : new Pool(upstreamUrl, { connections: 64 })
const upstreamBody = JSON.stringify(operationCase.upstreamResponse)

const handlers: Readonly<Record<string, (body: Buffer, path: string) => Promise<string | Buffer> | string>> =
  {
    upstream: () => upstreamBody,
    bare: (body) => {
      operationCase.toUpstream(JSON.parse(body.toString()))
      return JSON.stringify(operationCase.fromUpstream(operationCase.upstreamResponse))
    },
    proxy: (body, path) => forward(path, body),
    'proxy-map': async (body, path) => {
      const mappedBody = JSON.stringify(operationCase.toUpstream(JSON.parse(body.toString())))
      const upstreamBytes = await forward(path, mappedBody)
      return JSON.stringify(operationCase.fromUpstream(JSON.parse(upstreamBytes.toString())))
    },
  }

async function forward(path: string, body: string | Buffer): Promise<Buffer> {
  if (!pool) throw new Error('A proxy needs an upstream.')
  const headers = { 'content-type': 'application/json' }
  const response = await pool.request({ method: 'POST', path, headers, body })
  return Buffer.from(await response.body.arrayBuffer())
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (latencyMs !== '0') await new Promise((resolve) => setTimeout(resolve, Number(latencyMs)))
  const responseBody = (await handlers[kind]?.(Buffer.concat(chunks), request.url ?? '')) ?? ''
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(responseBody),
    })
    .end(responseBody)
}

const server = createServer((request, response) => void serve(request, response))
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
