// Proxy between the service and a sandbox. It can return responses that the sandbox would never send.

import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { afterAll, beforeEach, inject } from 'vitest'

export interface ReplacementResponse {
  readonly json?: unknown
  /** Raw response in place of JSON. */
  readonly raw?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly bytes?: Buffer
  }
  /** The sandbox still processes the request, and the proxy replaces only its response. */
  readonly isForwarded?: boolean
}

/** Response of the sandbox, which a test may modify in place. */
export interface ForwardedResponse {
  readonly path: string
  readonly requestBody: string
  readonly headers: Record<string, string | string[] | undefined>
  json: unknown
}

export interface PlatformProxy {
  /** Base URL of the platforms for the service. */
  readonly url: string
  readonly sandbox: Sandbox
  /** Replaces responses until the end of the test. Requests without a replacement are forwarded. */
  respondWith(findReplacement: (path: string) => ReplacementResponse | undefined): void
  /** Modifies JSON responses of the sandbox until the end of the test. */
  alterResponses(change: (response: ForwardedResponse) => void): void
}

const passThrough = () => undefined

/**
 * One proxy for all tests of a file. Test files await it at the top level, because the service needs its URL.
 */
export async function usePlatformProxy(): Promise<PlatformProxy> {
  const sandbox = await startSandbox({ clock: '2026-01-15T12:00:00Z', variation: inject('variationSeed') })
  let findReplacement: (path: string) => ReplacementResponse | undefined = passThrough
  let alterResponse: ((response: ForwardedResponse) => void) | undefined
  // The proxy forwards the sandbox's `Keep-Alive` header, so idle connections must stay open for 60 seconds.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { url = '/', method, headers } = request
    const replacement = findReplacement(new URL(url, sandbox.url).pathname)
    const respond = () => {
      if (replacement?.raw) {
        const { status = 200, headers = {}, bytes = '' } = replacement.raw
        return void response.writeHead(status, headers).end(bytes)
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(replacement?.json))
    }
    if (replacement && replacement.isForwarded !== true) return respond()
    const requestChunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => requestChunks.push(chunk))
    const upstreamRequest = send(
      `${sandbox.url}${url}`,
      { ...(method ? { method } : {}), headers },
      async (upstreamResponse) => {
        if (replacement) {
          upstreamResponse.resume().on('end', respond)
          return
        }
        if (alterResponse && upstreamResponse.headers['content-type']?.includes('json') === true) {
          const forwarded = {
            path: url,
            requestBody: Buffer.concat(requestChunks).toString(),
            headers: { ...upstreamResponse.headers },
            json: await json(upstreamResponse),
          }
          alterResponse(forwarded)
          const { 'content-length': _, ...otherHeaders } = forwarded.headers
          response.writeHead(upstreamResponse.statusCode ?? 502, otherHeaders)
          response.end(JSON.stringify(forwarded.json))
          return
        }
        response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
        upstreamResponse.pipe(response)
      },
    )
    upstreamRequest.on('error', () => response.destroy())
    request.pipe(upstreamRequest)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  // The server listens on a TCP port, so the address is an object.
  const port = typeof address === 'object' && address !== null ? address.port : 0
  beforeEach(() => {
    findReplacement = passThrough
    alterResponse = undefined
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    sandbox,
    respondWith(find) {
      findReplacement = find
    },
    alterResponses(change) {
      alterResponse = change
    },
  }
}
