// The HTTP server: reads a request, finds the platform and the call, applies ordered faults, writes the ledger, answers.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from './clock.ts'
import type { Answer, Call, Exchange, InnerRequest, Platform } from './exchange.ts'
import { type Fault, type Faults, faultAnswer } from './faults.ts'
import type { Ledger } from './requests.ts'
import { send, sendCut, sendDripping } from './send.ts'
import type { State } from './state.ts'

export interface HttpOptions {
  readonly platforms: readonly Platform[]
  readonly clock: Clock
  readonly faults: Faults
  readonly ledger: Ledger
  state(): State
  /** Called when a request may have changed the state. */
  changed(): void
  /** What is not a platform's: admin, media, the page. `undefined` when the path is none of those. */
  own(exchange: Exchange, peer: Peer): Answer | Promise<Answer> | undefined
  /** Where crashes are written. */
  log(line: string): void
}

/** Who is at the other end. */
export interface Peer {
  readonly address: string
}

/** Images and whole campaigns travel inline; nothing the platforms take is larger. */
const bodyLimitBytes = 64 * 1024 * 1024

interface Effect {
  readonly kind: string
  readonly id: string
  readonly detail?: Readonly<Record<string, unknown>>
}

export function createHttpServer(options: HttpOptions): Server {
  const find = finder(options.platforms)

  return createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      options.log(`${request.method} ${request.url}: ${describe(error)}`)
      if (response.headersSent) response.destroy()
      else send(response, { status: 500, body: { error: 'The sandbox itself failed; its log says why.' } })
    })
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === 'gone') return
    if (body === 'too large') {
      const error = `The body is larger than ${bodyLimitBytes} bytes.`
      send(response, { status: 413, headers: { connection: 'close' }, body: { error } })
      return
    }
    const effects: Effect[] = []
    const exchange = exchangeOf(request, body, effects)
    const own = options.own(exchange, { address: request.socket.remoteAddress ?? '' })
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
    await serveCall(request, response, exchange, found, effects)
  }

  async function serveCall(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
    { platform, call, params }: Found,
    effects: readonly Effect[],
  ): Promise<void> {
    const place = { platform: platform.name, call: call?.name ?? 'unknown' }
    const at = new Date(exchange.now).toISOString()
    const sequence = options.ledger.nextSequence()
    const failure = call?.failure?.bind(call) ?? platform.failure.bind(platform)

    const run = (): Answer => {
      try {
        return call === undefined ? platform.unknown(exchange) : call.answer(exchange, params)
      } catch (error) {
        options.log(
          `${exchange.method} ${exchange.path} (${place.platform} ${place.call}): ${describe(error)}`,
        )
        return failure(exchange, { status: 500 })
      } finally {
        for (const effect of effects) options.ledger.effect({ request: sequence, at, ...place, ...effect })
        if (effects.length > 0 || exchange.method !== 'GET') options.changed()
      }
    }
    const fault = options.faults.take(place.platform, place.call)
    const bodiless = request.method === 'HEAD'
    const status = fault === undefined ? send(response, run(), bodiless) : await meet(fault)

    options.ledger.record({
      sequence,
      at,
      ...place,
      method: exchange.method,
      url: request.url ?? '',
      headers: exchange.headers,
      body: exchange.body,
      status,
      effects: effects.length,
      ...(fault === undefined ? {} : { fault: fault.id }),
    })

    async function meet(fault: Fault): Promise<number> {
      const { kind, when } = fault.order
      const real = when === 'after' ? run() : undefined
      switch (kind) {
        case 'reset':
          request.socket.resetAndDestroy()
          return 0
        case 'stall': {
          const gone = new AbortController()
          response.once('close', () => gone.abort())
          await options.faults.hold(fault, gone.signal)
          return gone.signal.aborted ? 0 : send(response, real ?? run(), bodiless)
        }
        case 'truncate':
          return await sendCut(response, real ?? { status: 200, body: { data: [{ id: '1' }] } })
        case 'drip':
          return await sendDripping(response, real ?? run(), fault.order.milliseconds ?? 50)
        default:
          return send(
            response,
            faultAnswer(fault, place.platform, (order) => failure(exchange, order)),
            bodiless,
          )
      }
    }
  }

  /** A part of a batch. What would break a connection leaves a part without an answer. */
  function answerInner(outer: Exchange, part: InnerRequest): Answer | null {
    const effects: Effect[] = []
    const exchange: Exchange = {
      ...outer,
      method: part.method,
      ...addressOf(part.url),
      headers: part.headers,
      body: part.body,
      effect: collector(effects),
      inner: () => null,
    }
    const found = find(exchange)
    if (found === undefined) return { status: 404, body: {} }
    const { platform, call, params } = found
    const place = { platform: platform.name, call: call?.name ?? 'unknown' }
    const at = new Date(exchange.now).toISOString()
    const sequence = options.ledger.nextSequence()
    const failure = call?.failure?.bind(call) ?? platform.failure.bind(platform)
    const fault = options.faults.take(place.platform, place.call)
    const run = () => (call === undefined ? platform.unknown(exchange) : call.answer(exchange, params))
    const kind = fault?.order.kind
    let answer: Answer | null
    if (fault === undefined || kind === 'drip') answer = run()
    else {
      if (fault.order.when === 'after') run()
      const silent = kind === 'reset' || kind === 'stall' || kind === 'truncate'
      answer = silent ? null : faultAnswer(fault, place.platform, (order) => failure(exchange, order))
    }
    for (const effect of effects) options.ledger.effect({ request: sequence, at, ...place, ...effect })
    if (effects.length > 0) options.changed()
    options.ledger.record({
      sequence,
      at,
      ...place,
      method: exchange.method,
      url: part.url,
      headers: exchange.headers,
      body: exchange.body,
      status: answer?.status ?? 0,
      effects: effects.length,
      ...(fault === undefined ? {} : { fault: fault.id }),
    })
    return answer
  }

  function exchangeOf(request: IncomingMessage, body: Buffer, effects: Effect[]): Exchange {
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.headers)) {
      if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ')
    }
    const exchange: Exchange = {
      // Who asks for the head alone is answered like one who asks for the whole, without the body.
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      ...addressOf(request.url ?? '/'),
      headers,
      body,
      origin: `http://${headers['host'] ?? 'localhost'}`,
      now: options.clock.now(),
      state: options.state(),
      effect: collector(effects),
      inner: (part) => answerInner(exchange, part),
    }
    return exchange
  }
}

function collector(effects: Effect[]): Exchange['effect'] {
  return (kind, id, detail) => {
    effects.push({ kind, id, ...(detail === undefined ? {} : { detail }) })
  }
}

function addressOf(url: string): Pick<Exchange, 'path' | 'rawQuery' | 'query'> {
  const mark = url.indexOf('?')
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1)
  return { path: mark < 0 ? url : url.slice(0, mark), rawQuery, query: new URLSearchParams(rawQuery) }
}

interface Found {
  readonly platform: Platform
  readonly call?: Call
  readonly params: Readonly<Record<string, string>>
  /** The methods that something is found for at this path. */
  readonly allowed: readonly string[]
}

function finder(platforms: readonly Platform[]): (exchange: Exchange) => Found | undefined {
  const byMethod = new Map<string, { platform: Platform; call: Call }[]>()
  for (const platform of platforms) {
    for (const call of platform.calls) {
      for (const method of call.methods) {
        const calls = byMethod.get(method) ?? []
        calls.push({ platform, call })
        byMethod.set(method, calls)
      }
    }
  }
  return (exchange) => {
    const { method, path } = exchange
    for (const { platform, call } of byMethod.get(method) ?? []) {
      const match = call.path.exec(path)
      if (match === null || call.when?.(exchange) === false) continue
      return { platform, call, params: match.groups ?? {}, allowed: [] }
    }
    const atPath = platforms.flatMap((platform) =>
      platform.calls.filter((call) => call.path.test(path)).map((call) => ({ platform, call })),
    )
    const platform = atPath[0]?.platform ?? platforms.find((candidate) => candidate.owns(path))
    if (platform === undefined) return undefined
    const allowed = new Set(atPath.flatMap(({ call }) => call.methods))
    return { platform, params: {}, allowed: [...allowed, 'OPTIONS'] }
  }
}

function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'gone'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= bodyLimitBytes) pieces.push(piece)
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
