// The HTTP server: load shedding, routing, and a response for every failure on the way.

import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, BlockList } from 'node:net'
import { LoadShedder } from '../admission/loadShedder.ts'
import { addressBlock } from '../admission/sourceAddress.ts'
import { TokenBuckets } from '../admission/tokenBuckets.ts'
import { UrgentAccess } from '../admission/urgentAccess.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import { toServiceError } from '../pipeline/toServiceError.ts'
import { ServiceError } from '../runtime/errors.ts'
import { createServer } from '../runtime/nodeHttp.ts'
import { makeId, type Runtime } from '../runtime/runtime.ts'
import { ConnectionLimits } from './connectionLimits.ts'
import { DelayedResponses } from './delayedResponses.ts'
import { Exchange, type ExchangeEnvironment, type ResponseHeaders } from './exchange.ts'
import { makeFailureSender, sendFailure } from './httpResponses.ts'
import { type Route, type RouteHandler, Routes } from './routeTable.ts'
import { closeServer, type ShutdownGrace } from './shutdown.ts'
import { UnreadBodies } from './unreadBodies.ts'
import { UnreadResponses } from './unreadResponses.ts'
import { handleUnroutableRequests } from './unroutableRequests.ts'

export interface ServerOptions {
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Metrics
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** The operator's own proxies, whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  /** The rate of each address, over all requests that need no key. */
  readonly unauthenticatedLimits: { readonly perMinute: number; readonly burst: number }
  /** Whether another workspace sends many more requests than this one. */
  isLightLoad(workspaceId: string): boolean
  /** The number of requests that wait for the database. */
  getStoreQueueLength(): number
  /** True once the process has started to shut down. */
  isDraining(): boolean
}

export interface HttpServer {
  readonly routes: Routes
  listen(host: string, port: number): Promise<number>
  close(grace?: ShutdownGrace): Promise<void>
}

const maxUrlBytes = 2048
/** Platforms return their codes in the URL, and some codes are long. */
const maxCallbackUrlBytes = 8192

export function makeHttpServer(options: ServerOptions): HttpServer {
  const { runtime, metrics } = options
  const routes = new Routes()
  const shedder = new LoadShedder(runtime, options.getStoreQueueLength)
  const urgentAccess = new UrgentAccess()
  const { perMinute, burst } = options.unauthenticatedLimits
  const keylessBuckets = new TokenBuckets(runtime, { perMinute, burst, maxNames: 10_000 })
  // Load balancers and supervisors send many requests, often from one address.
  const healthBuckets = new TokenBuckets(runtime, {
    perMinute: 10 * perMinute,
    burst: 10 * burst,
    maxNames: 10_000,
  })
  const unreadBodies = new UnreadBodies(runtime)
  const { trustedProxies, isDraining } = options
  // A client has as long to read the next bytes of a response as to send a request.
  const unreadResponses = new UnreadResponses(options.requestTimeoutMs)
  const delayedResponses = new DelayedResponses(runtime, isDraining)
  const yieldToLoop = () => runtime.yieldToLoop()
  const charge = (address: string, chunks: number) => keylessBuckets.charge(addressBlock(address), chunks)
  const connectionLimits = new ConnectionLimits(trustedProxies)
  const environment: ExchangeEnvironment = {
    unreadBodies,
    delayedResponses,
    unreadResponses,
    connectionLimits,
    trustedProxies,
    isDraining,
    yieldToLoop,
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
  connectionLimits.apply(server)
  handleUnroutableRequests(server, runtime)

  /** Browsers get a page where the path has pages. Programs, and all other paths, get the envelope. */
  const refuse = (exchange: Exchange, failure: ServiceError, headers: ResponseHeaders = {}) => {
    const sendPage = acceptsHtml(exchange) ? routes.failureHandlerFor(exchange.url) : undefined
    exchange.sendOrDelay(failure, () => (sendPage ?? sendFailure)(exchange, failure, headers))
  }

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const exchange = new Exchange(makeId('req', runtime), request, response, environment)
    // Health checks are always handled, above all under overload.
    if (isHealth(exchange) || shedder.tryAdmit()) return void handleRequest(exchange)
    const beganAt = runtime.monotonic()
    void shed(exchange)
    shedder.recordRefusal(runtime.monotonic() - beganAt)
  }

  const shed = async (exchange: Exchange) => {
    const { url, request } = exchange
    const route = request.method === 'POST' && !isTooLong(url) ? routes.find(url)?.route : undefined
    const lookup = route?.shedding?.callerLookup(exchange)
    // The heaviest workspaces are refused first. A workspace that sends few requests still gets in.
    const cachedCaller = lookup?.findCachedCaller?.()
    if (cachedCaller && options.isLightLoad(cachedCaller.workspaceId) && shedder.tryAdmitExtra())
      return await handleRequest(exchange)
    const release = lookup && route?.shedding?.canBeUrgent && (await urgentAccess.tryEnter(lookup))
    if (release) return await handleRequest(exchange).finally(release)
    metrics.count('requestsShed')
    if (acceptsHtml(exchange)) refuse(exchange, overloaded)
    else sendOverloaded(exchange)
  }

  const handleRequest = async (exchange: Exchange) => {
    const { url, request } = exchange
    const match = isTooLong(url) ? undefined : routes.find(url)
    const handler = match?.route.handlers.get(request.method ?? '')
    // Requests without a key are limited by address, so that strangers cannot keep the process busy.
    if (!handler || !match?.route.requiresKey) {
      const isHealthCheck = isHealth(exchange)
      const { waitSeconds } = (isHealthCheck ? healthBuckets : keylessBuckets).tryTake(
        addressBlock(exchange.address),
      )
      if (waitSeconds > 0) return refuse(exchange, rateLimitedError(waitSeconds, !isHealthCheck))
    }
    if (isTooLong(url)) return refuse(exchange, new ServiceError('URL_TOO_LONG'))
    if (!match) return refuse(exchange, new ServiceError('UNKNOWN_OPERATION'))
    if (!handler) return refuse(exchange, ...methodNotAllowed(match.route))
    exchange.parameters = match.parameters
    await runHandler(exchange, handler)
  }

  const runHandler = async (exchange: Exchange, handler: RouteHandler) => {
    shedder.enter()
    try {
      await handler(exchange)
    } catch (error) {
      const failure = toServiceError(error)
      if (failure.code === 'INTERNAL')
        options.log.error('http.request.failed', error, { requestId: exchange.requestId })
      if (exchange.response.headersSent) exchange.response.destroy()
      else refuse(exchange, failure)
    } finally {
      shedder.leave()
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
      closing ??= closeServer(server, unreadBodies, runtime, grace)
      return closing
    },
  }
}

function isHealth({ url }: Exchange): boolean {
  return url === '/healthz' || url === '/readyz'
}

/** Browsers name `text/html` in the Accept header when they load a page. */
function acceptsHtml(exchange: Exchange): boolean {
  return exchange.header('accept')?.includes('text/html') === true
}

const overloaded = new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
const sendOverloaded = makeFailureSender(overloaded)

function rateLimitedError(seconds: number, isDelayed: boolean): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, isDelayed })
}

function isTooLong(url: string): boolean {
  const maxBytes = url.startsWith('/connect/callback/') ? maxCallbackUrlBytes : maxUrlBytes
  // A character has at least one byte and, in the form that Node uses for URLs, at most two.
  return url.length * 2 > maxBytes && Buffer.byteLength(url) > maxBytes
}

function methodNotAllowed({ handlers }: Route): [ServiceError, ResponseHeaders] {
  const allowed = [...handlers.keys()].sort().join(', ')
  return [new ServiceError('METHOD_NOT_ALLOWED', { values: { allowed } }), { allow: allowed }]
}
