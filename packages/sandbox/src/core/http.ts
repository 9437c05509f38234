// The HTTP server: reads a request, finds the platform and the call, applies faults, writes the ledger, and
// responds.

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Clock, type MachineTime, machineTime } from './clock.ts'
import { type Found, finder } from './dispatch.ts'
import type { Answer, CalledPlace, Exchange, FailureOrder, InnerRequest, Platform } from './exchange.ts'
import { type Fault, type FaultKind, type Faults, faultAnswer } from './faults.ts'
import type { Ledger } from './ledger.ts'
import {
  addressWithShortCursors,
  bodyWithoutPadding,
  bodyWithShortCursors,
  isBeyondEnd,
} from './longCursors.ts'
import { send, sendCut, sendDripping } from './send.ts'
import type { State } from './state.ts'

// An `import` would also load a second HTTP client with the whole module, which no code here uses.
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
  vary?(place: CalledPlace, exchange: Exchange, answer: Answer): Answer
  /** Called when a request may have changed the state. */
  changed(): void
  /**
   * Serves paths that belong to no platform: admin, media, the page. Returns `undefined` for any other path.
   */
  own(exchange: Exchange, peer: Peer): Answer | Promise<Answer> | undefined
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
  const find = finder(options.platforms)
  const { bodyLimitBytes = 64 * 1024 * 1024, machineTime: now = machineTime } = options

  return createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    // Node's own header can be a second late, or date from before the machine's clock was set.
    response.setHeader('date', new Date(now()).toUTCString())
    serve(request, response).catch((error: unknown) => {
      options.log(`${request.method} ${request.url}: ${describe(error)}`)
      if (response.headersSent) response.destroy()
      else send(response, { status: 500, body: { error: 'The sandbox itself failed; its log says why.' } })
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, bodyLimitBytes)
    if (body === 'gone') return
    if (body === 'too large') {
      const error = `The body is larger than ${bodyLimitBytes} bytes.`
      send(response, { status: 413, headers: { connection: 'close' }, body: { error } })
      return
    }
    const effects: Effect[] = []
    const exchange = exchangeOf(request, body, effects)
    const { socket, httpVersion } = request
    const own = options.own(exchange, { address: socket.remoteAddress ?? '', httpVersion })
    if (own !== undefined) {
      send(response, await own, request.method === 'HEAD')
      return
    }
    const found = find(exchange)
    if (found === undefined) {
      const error = `Nothing lives at ${exchange.path}. ${exchange.origin}/_sandbox/calls lists what does.`
      send(response, { status: 404, body: { error } }, request.method === 'HEAD')
      return
    }
    if (request.method === 'OPTIONS') {
      send(response, { status: 204, headers: { allow: found.allowed.join(', ') }, body: '' })
      return
    }
    await serveCall(request, response, exchange, found, effects, bodyWithoutPadding(body))
  }

  /** Prepares one call: the fault that applies to it, the call itself, and its ledger row. */
  function visit(
    exchange: Exchange,
    { platform, call, params }: Found,
    effects: readonly Effect[],
    url: string,
    body = exchange.body,
  ) {
    const place = { platform: platform.name, call: call?.name ?? 'unknown' }
    const at = new Date(exchange.now).toISOString()
    const sequence = options.ledger.nextSequence()
    const fault = options.faults.take(place.platform, place.call)
    const vary = (answer: Answer): Answer => options.vary?.(place, exchange, answer) ?? answer
    const failure = (order: FailureOrder): Answer => {
      const answer = call?.failure?.(exchange, order) ?? platform.failure(exchange, order)
      return order.message === undefined ? vary(answer) : answer
    }
    return {
      fault,
      run(): Answer {
        try {
          return vary(call === undefined ? platform.unknown(exchange) : call.answer(exchange, params))
        } catch (error) {
          const where = `${exchange.method} ${exchange.path} (${place.platform} ${place.call})`
          options.log(`${where}: ${describe(error)}`)
          return failure({ status: 500 })
        } finally {
          for (const effect of effects) options.ledger.effect({ request: sequence, at, ...place, ...effect })
          if (effects.length > 0 || exchange.method !== 'GET') options.changed()
        }
      },
      ordered: (met: Fault): Answer => faultAnswer(met, place.platform, failure),
      record(status: number): void {
        options.ledger.record({
          sequence,
          at,
          ...place,
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
    found: Found,
    effects: readonly Effect[],
    body: Buffer,
  ): Promise<void> {
    const { fault, run, ordered, record } = visit(exchange, found, effects, request.url ?? '', body)
    const bodiless = request.method === 'HEAD'
    record(fault === undefined ? send(response, run(), bodiless) : await meet(fault))

    async function meet(met: Fault): Promise<number> {
      const { kind, when, milliseconds } = met.order
      const real = when === 'after' ? run() : undefined
      switch (kind) {
        case 'reset':
          request.socket.resetAndDestroy()
          return 0
        case 'stall': {
          const gone = new AbortController()
          response.once('close', () => gone.abort())
          await options.faults.hold(met, gone.signal)
          return gone.signal.aborted ? 0 : send(response, real ?? run(), bodiless)
        }
        case 'late':
          request.socket.resetAndDestroy()
          await options.faults.hold(met, neverGone)
          run()
          return 0
        case 'truncate':
          return await sendCut(response, real ?? { status: 200, body: { data: [{ id: '1' }] } })
        case 'drip':
          return await sendDripping(response, real ?? run(), milliseconds ?? 50)
        default:
          return send(response, ordered(met), bodiless)
      }
    }
  }

  /**
   * Dispatches a part of a batch. A fault that would break a connection leaves the part without a response.
   */
  function answerInner(outer: Exchange, part: InnerRequest): Answer | null {
    const effects: Effect[] = []
    const exchange: Exchange = {
      ...outer,
      method: part.method,
      ...addressOf(part.url),
      headers: part.headers,
      body: part.body,
      beyondEnd: false,
      effect: collector(effects),
      inner: () => null,
    }
    const found = find(exchange)
    if (found === undefined) return { status: 404, body: {} }
    const { fault, run, ordered, record } = visit(exchange, found, effects, part.url)
    const answer = fault === undefined ? run() : meet(fault)
    record(answer?.status ?? 0)
    return answer

    function meet(met: Fault): Answer | null {
      const { kind, when } = met.order
      const real = when === 'after' ? run() : undefined
      if (kind === 'drip') return real ?? run()
      return withoutAnswer.includes(kind) ? null : ordered(met)
    }
  }

  function exchangeOf(request: IncomingMessage, body: Buffer, effects: Effect[]): Exchange {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ')
    }
    const exchange: Exchange = {
      // A HEAD request gets the response of a GET without its body.
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      ...addressOf(request.url ?? '/'),
      headers,
      body: bodyWithShortCursors(body),
      beyondEnd: isBeyondEnd(request.url ?? '', body),
      origin: originOf(headers['host']),
      now: options.clock.now(),
      state: options.state(),
      effect: collector(effects),
      inner: (part) => answerInner(exchange, part),
    }
    return exchange
  }
}

/** Faults that leave a part of a batch without a response. */
const withoutAnswer: readonly FaultKind[] = ['reset', 'stall', 'late', 'truncate']

/** A delayed effect does not depend on the client, which has been disconnected. */
const neverGone = new AbortController().signal

/** Keeps a value that is no host name out of links. */
function originOf(host = ''): string {
  return `http://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

function collector(effects: Effect[]): Exchange['effect'] {
  return (kind, id, detail) => {
    effects.push({ kind, id, ...(detail === undefined ? {} : { detail }) })
  }
}

function addressOf(given: string): Pick<Exchange, 'path' | 'rawQuery' | 'query'> {
  const url = addressWithShortCursors(given)
  const mark = url.indexOf('?')
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1)
  return { path: mark < 0 ? url : url.slice(0, mark), rawQuery, query: new URLSearchParams(rawQuery) }
}

function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too large' | 'gone'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= limitBytes) pieces.push(piece)
      else resolve('too large')
    })
    request.on('end', () => resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)))
    request.on('error', () => resolve('gone'))
    request.on('close', () => resolve('gone'))
  })
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
