// Relays requests between a client and the service, and injects network faults at the moment that a test
// chooses.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A fault of one request. With `reachesService`, the service still receives the request, and only its
 * response is lost.
 */
export interface RelayFault {
  readonly reachesService?: boolean
  /**
   * The relay returns this status in place of the service. Without a status, the relay resets the connection.
   */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The relay never responds. */
  readonly isSilent?: boolean
}

/** Returns a fault that responds with a refusal in the format of the service. */
export function createRefusal(
  status: number,
  results: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): RelayFault {
  const failure = { success: false, error: 'Relayed.', operationId: 'op_relayed', ...results }
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ success: status === 200, requestId: 'req_relay', results: failure }),
  }
}

export interface Relay {
  readonly url: string
  /** The received requests, oldest first. */
  readonly requests: readonly { readonly path: string; readonly idempotencyKey: string }[]
  /** Injects these faults into the next requests, one each. */
  injectFaults(...faults: readonly RelayFault[]): void
}

export async function startRelay(target: () => string): Promise<Relay> {
  const requests: { path: string; idempotencyKey: string }[] = []
  const pendingFaults: RelayFault[] = []
  const server = createServer((request, response) => void relay(request, response))

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = pendingFaults.shift()
    const path = request.url ?? ''
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
    requests.push({ path, idempotencyKey })
    const body = await readBytes(request)
    const forward = () =>
      fetch(`${target()}${path}`, {
        method: 'POST',
        headers: pickForwardedHeaders(request),
        body: new Uint8Array(body),
      })
    if (fault === undefined) {
      const upstream = await forward()
      response.writeHead(upstream.status, pickResponseHeaders(upstream)).end(await upstream.text())
      return
    }
    if (fault.reachesService) await (await forward()).text()
    if (fault.isSilent) return
    if (fault.status === undefined) response.destroy()
    else response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    injectFaults: (...faults) => void pendingFaults.push(...faults),
  }
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function pickForwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const names = ['x-api-key', 'content-type', 'idempotency-key', 'authorization', 'accept']
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

function pickResponseHeaders({ headers }: Response): Record<string, string> {
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    ...responseHeaders
  } = Object.fromEntries(headers)
  return responseHeaders
}
