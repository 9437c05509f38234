// The HTTP shell: what passes the door, which route it takes, and an envelope around whatever can happen on the way.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import { makeId, type Runtime } from '../base/runtime.ts'
import { addressOf, ownerOf } from '../guard/addresses.ts'
import { TokenBuckets } from '../guard/buckets.ts'
import { Gate } from '../guard/gate.ts'
import { asServiceError } from '../waist/failure.ts'
import { sendFailure } from './answer.ts'
import { answerOutsideRoutes } from './brokenRequests.ts'
import { Exchange, type Surroundings } from './exchange.ts'
import { Leftovers } from './leftovers.ts'
import { type Place, Routes } from './routes.ts'
import { closeServer, type Grace } from './shutdown.ts'

export interface ServerOptions {
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Metrics
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** How many proxies of the operator's own stand in front. */
  readonly proxies: number
  /** For each address, over everything that needs no key. */
  readonly keyless: { readonly perMinute: number; readonly burst: number }
  /** True once the process has begun to shut down. */
  isDraining(): boolean
}

export interface HttpServer {
  readonly routes: Routes
  /** Returns the port. */
  listen(host: string, port: number): Promise<number>
  close(grace?: Grace): Promise<void>
}

const mostUrlBytes = 2048
/** Platforms hand their codes back in the URL, and some of them are long. */
const mostCallbackUrlBytes = 8192

export function makeHttpServer(options: ServerOptions): HttpServer {
  const { runtime, metrics } = options
  const routes = new Routes()
  const gate = new Gate(runtime)
  const strangers = new TokenBuckets(runtime, { ...options.keyless, most: 10_000 })
  const leftovers = new Leftovers(runtime)
  const surroundings: Surroundings = { leftovers, isDraining: options.isDraining }

  const server = createServer(
    {
      // Node's own limits are far too lax: a minute for headers, five for a request, no cap on connections.
      requestTimeout: options.requestTimeoutMs,
      headersTimeout: options.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, options.headersTimeoutMs, options.requestTimeoutMs),
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    (request, response) => receive(request, response),
  )
  server.maxRequestsPerSocket = 10_000
  server.maxConnections = 4000
  answerOutsideRoutes(server, runtime)

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const address = addressOf(request, options.proxies)
    const exchange = new Exchange(makeId('req', runtime), request, response, address, surroundings)
    // Whoever asks how the process is gets to know, above all when it has too much to do.
    if (isHealth(exchange)) {
      void answer(exchange)
      return
    }
    if (!gate.enter()) {
      metrics.shed()
      sendFailure(exchange, overloaded)
      return
    }
    response.once('close', () => gate.leave())
    void answer(exchange)
  }

  const answer = async (exchange: Exchange) => {
    try {
      await routed(exchange)
    } catch (error) {
      const failure = asServiceError(error)
      if (failure.code === 'INTERNAL')
        options.log.error('request failed', error, { requestId: exchange.requestId })
      if (exchange.response.headersSent) exchange.response.destroy()
      else sendFailure(exchange, failure)
    }
  }

  const routed = async (exchange: Exchange) => {
    const { request, url } = exchange
    const most = url.startsWith('/connect/callback/') ? mostCallbackUrlBytes : mostUrlBytes
    const isTooLong = Buffer.byteLength(url) > most
    const found = isTooLong ? undefined : routes.find(url)
    const handle = found?.place.handles.get(request.method ?? '')
    if (!found?.place.needsKey || !handle) requireAllowance(exchange)
    if (isTooLong) throw new ServiceError('URL_TOO_LONG')
    if (!found) throw new ServiceError('UNKNOWN_OPERATION')
    if (!handle) return refuseMethod(exchange, found.place)
    exchange.parameters = found.parameters
    await handle(exchange)
  }

  /** What needs no key is counted by address, lest a stranger keep the process busy. */
  const requireAllowance = (exchange: Exchange) => {
    if (isHealth(exchange)) return
    const { waitSeconds } = strangers.take(ownerOf(exchange.address))
    if (waitSeconds > 0)
      throw new ServiceError('RATE_LIMITED', {
        values: { seconds: waitSeconds },
        retryAfterSeconds: waitSeconds,
      })
  }

  let closing: Promise<void> | undefined
  return {
    routes,
    async listen(host, port) {
      server.listen({ host, port })
      await once(server, 'listening')
      // A server that listens on a port has an address with one.
      return (server.address() as AddressInfo).port
    },
    close(grace) {
      closing ??= closeServer(server, leftovers, runtime, grace)
      return closing
    },
  }
}

/** Made once: refusing must cost next to nothing. */
const overloaded = new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })

function isHealth({ url }: Exchange): boolean {
  return url === '/healthz' || url === '/readyz'
}

function refuseMethod(exchange: Exchange, { handles }: Place): void {
  const allowed = [...handles.keys()].sort().join(', ')
  sendFailure(exchange, new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed } }), { allow: allowed })
}
