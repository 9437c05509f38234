// The HTTP server: reads a request, finds the platform and the call, applies faults, writes the ledger, and
// responds.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Clock, type MachineTime, machineTime } from './clock.ts'
import { hasEndCursor, restoreBodyCursors, restoreUrlCursors, unpadBody } from './cursorPadding.ts'
import { createRouter, type RouteMatch } from './dispatch.ts'
import type { CallRef, Exchange, FailureSpec, HttpResponse, InnerRequest, Platform } from './exchange.ts'
import { type Fault, type FaultKind, type Faults, faultResponse } from './faults.ts'
import type { Ledger } from './ledger.ts'
import { sendDripping, sendResponse, sendTruncated } from './send.ts'
import type { State } from './state.ts'

// An `import` would also load a second, unused HTTP client. Without it, an idle service meets its memory goal
// (bench row "RSS idle without sandbox").
const { createServer } = process.getBuiltinModule('node:http')

export interface HttpOptions {
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  /** Time source of the `Date` header. */
  readonly machineTime?: MachineTime
  readonly faults: Faults
  readonly ledger: Ledger
  state(): State
  /** Applies variation to a response before it is sent. */
  varyResponse?(callRef: CallRef, exchange: Exchange, response: HttpResponse): HttpResponse
  /** Called when a request may have changed the state. */
  onStateChange(): void
  /**
   * Serves paths that belong to no platform: admin, media, the page. Returns `undefined` for any other path.
   */
  handleSandboxPath(exchange: Exchange, peer: Peer): HttpResponse | Promise<HttpResponse> | undefined
  /** Receives errors of the sandbox itself. */
  log(line: string): void
  /** Images and whole campaigns travel inline. No platform accepts anything larger than the default. */
  readonly bodyLimitBytes?: number
}

/** The other end of the connection. */
export interface Peer {
  readonly address: string
  readonly httpVersion: string
}

interface Effect {
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export function createHttpServer(options: HttpOptions): Server {
  const router = createRouter(options.platforms)
  const { bodyLimitBytes = 64 * 1024 * 1024, machineTime: now = machineTime } = options

  return createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    // Node's own header can be a second late, or date from before the machine's clock was set.
    response.setHeader('date', new Date(now()).toUTCString())
    serve(request, response).catch((error: unknown) => {
      options.log(`${request.method} ${request.url}: ${formatError(error)}`)
      if (response.headersSent) response.destroy()
      else
        sendResponse(response, {
          status: 500,
          body: { error: 'The sandbox failed. Its log contains the cause.' },
        })
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, bodyLimitBytes)
    if (body === 'gone') return
    if (body === 'too large') {
      const error = `The body is larger than ${bodyLimitBytes} bytes.`
      sendResponse(response, { status: 413, headers: { connection: 'close' }, body: { error } })
      return
    }
    const effects: Effect[] = []
    const exchange = toExchange(request, body, effects)
    const { socket, httpVersion } = request
    const sandboxResponse = options.handleSandboxPath(exchange, {
      address: socket.remoteAddress ?? '',
      httpVersion,
    })
    if (sandboxResponse !== undefined) {
      sendResponse(response, await sandboxResponse, request.method === 'HEAD')
      return
    }
    const match = router(exchange)
    if (match === undefined) {
      const error = `The sandbox has nothing at ${exchange.path}. ${exchange.origin}/_sandbox/calls lists the emulated calls.`
      sendResponse(response, { status: 404, body: { error } }, request.method === 'HEAD')
      return
    }
    if (request.method === 'OPTIONS') {
      sendResponse(response, { status: 204, headers: { allow: match.allowedMethods.join(', ') }, body: '' })
      return
    }
    await serveCall(request, response, exchange, match, effects, unpadBody(body))
  }

  /** Prepares one call: the fault that applies to it, the call itself, and its ledger row. */
  function beginCall(
    exchange: Exchange,
    { platform, call, params }: RouteMatch,
    effects: readonly Effect[],
    url: string,
    body = exchange.body,
  ) {
    const callRef = { platform: platform.name, call: call?.name ?? 'unknown' }
    const at = new Date(exchange.now).toISOString()
    const sequence = options.ledger.nextSequence()
    const fault = options.faults.takeNext(callRef.platform, callRef.call)
    const varyResponse = (response: HttpResponse): HttpResponse =>
      options.varyResponse?.(callRef, exchange, response) ?? response
    const respondFailure = (spec: FailureSpec): HttpResponse => {
      const response = call?.respondFailure?.(exchange, spec) ?? platform.respondFailure(exchange, spec)
      return spec.message === undefined ? varyResponse(response) : response
    }
    return {
      fault,
      run(): HttpResponse {
        try {
          return varyResponse(
            call === undefined ? platform.respondNotFound(exchange) : call.respond(exchange, params),
          )
        } catch (error) {
          const requestLabel = `${exchange.method} ${exchange.path} (${callRef.platform} ${callRef.call})`
          options.log(`${requestLabel}: ${formatError(error)}`)
          return respondFailure({ status: 500 })
        } finally {
          for (const effect of effects)
            options.ledger.effect({ request: sequence, at, ...callRef, ...effect })
          if (effects.length > 0 || exchange.method !== 'GET') options.onStateChange()
        }
      },
      injectedResponse: (injected: Fault): HttpResponse => faultResponse(injected, platform, respondFailure),
      record(status: number): void {
        options.ledger.record({
          sequence,
          at,
          ...callRef,
          method: exchange.method,
          url,
          headers: exchange.headers,
          body,
          status,
          effects: effects.length,
          ...(fault === undefined ? {} : { fault: fault.id }),
        })
      },
    }
  }

  async function serveCall(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
    match: RouteMatch,
    effects: readonly Effect[],
    body: Buffer,
  ): Promise<void> {
    const { fault, run, injectedResponse, record } = beginCall(
      exchange,
      match,
      effects,
      request.url ?? '',
      body,
    )
    const omitBody = request.method === 'HEAD'
    record(fault === undefined ? sendResponse(response, run(), omitBody) : await applyFault(fault))

    async function applyFault(injected: Fault): Promise<number> {
      const { kind, when, milliseconds } = injected.order
      const actualResponse = when === 'after' ? run() : undefined
      switch (kind) {
        case 'reset':
          request.socket.resetAndDestroy()
          return 0
        case 'stall': {
          const disconnect = new AbortController()
          response.once('close', () => disconnect.abort())
          await options.faults.hold(injected, disconnect.signal)
          return disconnect.signal.aborted ? 0 : sendResponse(response, actualResponse ?? run(), omitBody)
        }
        case 'late':
          request.socket.resetAndDestroy()
          await options.faults.hold(injected, neverAborted)
          run()
          return 0
        case 'truncate':
          return await sendTruncated(
            response,
            actualResponse ?? { status: 200, body: { data: [{ id: '1' }] } },
          )
        case 'drip':
          return await sendDripping(response, actualResponse ?? run(), milliseconds ?? 50)
        default:
          return sendResponse(response, injectedResponse(injected), omitBody)
      }
    }
  }

  /**
   * Dispatches a part of a batch. A fault that would break a connection leaves the part without a response.
   */
  function dispatchPart(outer: Exchange, part: InnerRequest): HttpResponse | null {
    const effects: Effect[] = []
    const exchange: Exchange = {
      ...outer,
      method: part.method,
      ...splitUrl(part.url),
      headers: part.headers,
      body: part.body,
      isPastEnd: false,
      effect: effectCollector(effects),
      dispatchInner: () => null,
    }
    const match = router(exchange)
    if (match === undefined) return { status: 404, body: {} }
    const { fault, run, injectedResponse, record } = beginCall(exchange, match, effects, part.url)
    const response = fault === undefined ? run() : applyFault(fault)
    record(response?.status ?? 0)
    return response

    function applyFault(injected: Fault): HttpResponse | null {
      const { kind, when } = injected.order
      const actualResponse = when === 'after' ? run() : undefined
      if (kind === 'drip') return actualResponse ?? run()
      return noResponseKinds.includes(kind) ? null : injectedResponse(injected)
    }
  }

  function toExchange(request: IncomingMessage, body: Buffer, effects: Effect[]): Exchange {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ')
    }
    const exchange: Exchange = {
      // A HEAD request gets the response of a GET without its body.
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      ...splitUrl(request.url ?? '/'),
      headers,
      body: restoreBodyCursors(body),
      isPastEnd: hasEndCursor(request.url ?? '', body),
      origin: safeOrigin(headers['host']),
      now: options.clock.now(),
      state: options.state(),
      effect: effectCollector(effects),
      dispatchInner: (part) => dispatchPart(exchange, part),
    }
    return exchange
  }
}

/** Faults that leave a part of a batch without a response. */
const noResponseKinds: readonly FaultKind[] = ['reset', 'stall', 'late', 'truncate']

/** A delayed effect does not depend on the client, which has been disconnected. */
const neverAborted = new AbortController().signal

/** Keeps a value that is no host name out of links. */
function safeOrigin(host = ''): string {
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

function effectCollector(effects: Effect[]): Exchange['effect'] {
  return (kind, id, detail) => {
    effects.push({ kind, id, ...(detail === undefined ? {} : { detail }) })
  }
}

function splitUrl(requestUrl: string): Pick<Exchange, 'path' | 'rawQuery' | 'query'> {
  const url = restoreUrlCursors(requestUrl)
  const queryStart = url.indexOf('?')
  const rawQuery = queryStart < 0 ? '' : url.slice(queryStart + 1)
  return {
    path: queryStart < 0 ? url : url.slice(0, queryStart),
    rawQuery,
    query: new URLSearchParams(rawQuery),
  }
}

function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too large' | 'gone'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limitBytes) chunks.push(chunk)
      else resolve('too large')
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}

function formatError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
