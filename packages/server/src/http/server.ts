// The HTTP server: load shedding, routing, and a response for every failure on the way.

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, BlockList } from 'node:net'
import { ServiceError } from '../base/errors.ts'
import type { Log } from '../base/log.ts'
import type { Metrics } from '../base/metrics.ts'
import { createServer } from '../base/nodeHttp.ts'
import { makeId, type Runtime } from '../base/runtime.ts'
import { TokenBuckets } from '../guard/buckets.ts'
import { Gate } from '../guard/gate.ts'
import { ownerOf } from '../guard/sourceAddress.ts'
import { Urgency } from '../guard/urgency.ts'
import { asServiceError } from '../waist/failure.ts'
import { failureForMany, sendFailure } from './answer.ts'
import { answerOutsideRoutes } from './brokenRequests.ts'
import { ConnectionLimits } from './connectionLimits.ts'
import { type AnswerHeaders, Exchange, type Surroundings } from './exchange.ts'
import { HeldAnswers } from './heldAnswers.ts'
import { Leftovers } from './leftovers.ts'
import { type Handle, type Place, Routes } from './routeTable.ts'
import { closeServer, type Grace } from './shutdown.ts'
import { UnreadAnswers } from './unreadAnswers.ts'

export interface ServerOptions {
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Metrics
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** The operator's own proxies, whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  /** The rate of each address, over all requests that need no key. */
  readonly keyless: { readonly perMinute: number; readonly burst: number }
  /** Whether another workspace sends many more requests than this one. */
  takesLittle(workspaceId: string): boolean
  /** The number of requests that wait for the database. */
  storeWaiting(): number
  /** True once the process has started to shut down. */
  isDraining(): boolean
}

export interface HttpServer {
  readonly routes: Routes
  listen(host: string, port: number): Promise<number>
  close(grace?: Grace): Promise<void>
}

const mostUrlBytes = 2048
/** Platforms return their codes in the URL, and some codes are long. */
const mostCallbackUrlBytes = 8192

export function makeHttpServer(options: ServerOptions): HttpServer {
  const { runtime, metrics } = options
  const routes = new Routes()
  const gate = new Gate(runtime, options.storeWaiting)
  const urgency = new Urgency()
  const { perMinute, burst } = options.keyless
  const strangers = new TokenBuckets(runtime, { perMinute, burst, most: 10_000 })
  // Load balancers and supervisors send many requests, often from one address.
  const watchers = new TokenBuckets(runtime, { perMinute: 10 * perMinute, burst: 10 * burst, most: 10_000 })
  const leftovers = new Leftovers(runtime)
  const { trustedProxies, isDraining } = options
  // A client has as long to read the next bytes of a response as to send a request.
  const unread = new UnreadAnswers(options.requestTimeoutMs)
  const held = new HeldAnswers(runtime, isDraining)
  const turn = () => runtime.turn()
  const charge = (address: string, pieces: number) => strangers.charge(ownerOf(address), pieces)
  const connections = new ConnectionLimits(trustedProxies)
  const surroundings: Surroundings = {
    leftovers,
    held,
    unread,
    connections,
    trustedProxies,
    isDraining,
    turn,
    charge,
  }

  const server = createServer(
    {
      // Node's own limits are far too lax: a minute for headers, five for a request, no limit on connections.
      requestTimeout: options.requestTimeoutMs,
      headersTimeout: options.headersTimeoutMs,
      // How often Node checks for slow clients.
      connectionsCheckingInterval: Math.min(1000, options.headersTimeoutMs, options.requestTimeoutMs),
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    (request, response) => receive(request, response),
  )
  server.maxRequestsPerSocket = 10_000
  connections.apply(server)
  answerOutsideRoutes(server, runtime)

  /** Browsers get a page where the path has pages. Programs, and all other paths, get the envelope. */
  const refuse = (exchange: Exchange, failure: ServiceError, headers: AnswerHeaders = {}) => {
    const tell = readsPages(exchange) ? routes.tellerOf(exchange.url) : undefined
    exchange.answerAfter(failure, () => (tell ?? sendFailure)(exchange, failure, headers))
  }

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(makeId('req', runtime), request, response, surroundings)
    // Health checks are always handled, above all under overload.
    if (isHealth(exchange) || gate.admits()) return void take(exchange)
    const beganAt = runtime.monotonic()
    void shed(exchange)
    gate.refused(runtime.monotonic() - beganAt)
  }

  const shed = async (exchange: Exchange) => {
    const { url, request } = exchange
    const place = request.method === 'POST' && !isTooLong(url) ? routes.find(url)?.place : undefined
    const asker = place?.door?.whoAsks(exchange)
    // The heaviest workspaces are refused first. A workspace that sends few requests still gets in.
    const known = asker?.remembered?.()
    if (known && options.takesLittle(known.workspaceId) && gate.admitsMore()) return await take(exchange)
    const leave = asker && place?.door?.mayBeUrgent && (await urgency.enter(asker))
    if (leave) return await take(exchange).finally(leave)
    metrics.count('requestsShed')
    if (readsPages(exchange)) refuse(exchange, overloaded)
    else sendOverloaded(exchange)
  }

  const take = async (exchange: Exchange) => {
    const { url, request } = exchange
    const found = isTooLong(url) ? undefined : routes.find(url)
    const handle = found?.place.handles.get(request.method ?? '')
    // Requests without a key are limited by address, so that strangers cannot keep the process busy.
    if (!handle || !found?.place.needsKey) {
      const isWatcher = isHealth(exchange)
      const { waitSeconds } = (isWatcher ? watchers : strangers).take(ownerOf(exchange.address))
      if (waitSeconds > 0) return refuse(exchange, tooFast(waitSeconds, !isWatcher))
    }
    if (isTooLong(url)) return refuse(exchange, new ServiceError('URL_TOO_LONG'))
    if (!found) return refuse(exchange, new ServiceError('UNKNOWN_OPERATION'))
    if (!handle) return refuse(exchange, ...methodRefusal(found.place))
    exchange.parameters = found.parameters
    await answer(exchange, handle)
  }

  const answer = async (exchange: Exchange, handle: Handle) => {
    gate.enter()
    try {
      await handle(exchange)
    } catch (error) {
      const failure = asServiceError(error)
      if (failure.code === 'INTERNAL')
        options.log.error('http.request.failed', error, { requestId: exchange.requestId })
      if (exchange.response.headersSent) exchange.response.destroy()
      else refuse(exchange, failure)
    } finally {
      gate.leave()
    }
  }

  let closing: Promise<void> | undefined
  return {
    routes,
    async listen(host, port) {
      server.listen({ host, port })
      await once(server, 'listening')
      // A server that listens on a port has an address object.
      return (server.address() as AddressInfo).port
    },
    close(grace) {
      closing ??= closeServer(server, leftovers, runtime, grace)
      return closing
    },
  }
}

function isHealth({ url }: Exchange): boolean {
  return url === '/healthz' || url === '/readyz'
}

/** Browsers name `text/html` in the Accept header when they load a page. */
function readsPages(exchange: Exchange): boolean {
  return exchange.header('accept')?.includes('text/html') === true
}

const overloaded = new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
const sendOverloaded = failureForMany(overloaded)

function tooFast(seconds: number, isHeld: boolean): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, isHeld })
}

function isTooLong(url: string): boolean {
  const most = url.startsWith('/connect/callback/') ? mostCallbackUrlBytes : mostUrlBytes
  // A character has at least one byte and, in the form that Node uses for URLs, at most two.
  return url.length * 2 > most && Buffer.byteLength(url) > most
}

function methodRefusal({ handles }: Place): [ServiceError, AnswerHeaders] {
  const allowed = [...handles.keys()].sort().join(', ')
  return [new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed } }), { allow: allowed }]
}
