// The sandbox with prepared responses for the calls of a case, so that creating them does not count as cost
// of the service. The service links to it like to any sandbox. The responses can have a delay.

import { createServer, request as forwardRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startSandbox } from '@adrail/sandbox'
import type { PlatformCase } from './operations.ts'

const [caseName = '', latencyMs = '0'] = process.argv.slice(2)
const { platform }: { platform?: PlatformCase } = await import(`./cases/${caseName}.ts`)
const sandbox = await startSandbox()
const { hostname, port } = new URL(sandbox.url)

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (latencyMs !== '0') await new Promise((resolve) => setTimeout(resolve, Number(latencyMs)))
  const url = new URL(request.url ?? '/', 'http://platform')
  const preparedBody = platform?.respond(request.method ?? 'GET', url)
  if (preparedBody !== undefined) {
    request.resume()
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(preparedBody),
      })
      .end(preparedBody)
    return
  }
  const { method, headers } = request
  const upstreamRequest = forwardRequest(
    { hostname, port, method, path: request.url, headers },
    (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    },
  )
  upstreamRequest.once('error', () => response.destroy())
  request.pipe(upstreamRequest)
}

const server = createServer((request, response) => void serve(request, response))
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
