// A relay between a client and the service that spoils answers on order: what a network does, at the moment a test wants it.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What happens to a request. With `reached` the service gets it all the same: only its answer is lost. */
export interface Spoiling {
  readonly reached?: boolean
  /** Answers in the service's stead; without it the connection is reset. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Never answers. */
  readonly silent?: boolean
}

/** A refusal in the service's own form, as it might come in its stead. */
export function refusal(
  status: number,
  results: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Spoiling {
  const told = { success: false, error: 'Relayed.', operationId: 'op_relayed', ...results }
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ success: status === 200, requestId: 'req_relay', results: told }),
  }
}

export interface Relay {
  readonly url: string
  /** The requests that came, oldest first. */
  readonly requests: readonly { readonly path: string; readonly idempotencyKey: string }[]
  /** Spoils the next requests, one each. */
  spoil(...spoilings: readonly Spoiling[]): void
}

export async function startRelay(target: () => string): Promise<Relay> {
  const requests: { path: string; idempotencyKey: string }[] = []
  const orders: Spoiling[] = []
  const server = createServer((request, response) => void relay(request, response))

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const spoiling = orders.shift()
    const path = request.url ?? ''
    const idempotencyKey = String(request.headers['idempotency-key'] ?? '')
    requests.push({ path, idempotencyKey })
    const body = await bytesOf(request)
    const pass = () =>
      fetch(`${target()}${path}`, { method: 'POST', headers: passedOn(request), body: new Uint8Array(body) })
    if (spoiling === undefined) {
      const answer = await pass()
      response.writeHead(answer.status, headersOf(answer)).end(await answer.text())
      return
    }
    if (spoiling.reached) await (await pass()).text()
    if (spoiling.silent) return
    if (spoiling.status === undefined) response.destroy()
    else response.writeHead(spoiling.status, spoiling.headers ?? {}).end(spoiling.body ?? '')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, spoil: (...more) => void orders.push(...more) }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const names = ['x-api-key', 'content-type', 'idempotency-key', 'authorization', 'accept']
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  )
}

function headersOf({ headers }: Response): Record<string, string> {
  const {
    'content-encoding': _,
    'content-length': __,
    'transfer-encoding': ___,
    ...kept
  } = Object.fromEntries(headers)
  return kept
}
