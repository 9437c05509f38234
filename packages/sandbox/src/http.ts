// The HTTP server: reads a request, finds the platform and the call, applies ordered faults, writes the ledger, answers.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Clock } from './clock.ts'
import type { Answer, Call, Exchange, Platform } from './exchange.ts'
import { type Fault, type Faults, faultAnswer } from './faults.ts'
import type { Ledger } from './requests.ts'
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
  own(exchange: Exchange, request: IncomingMessage): Answer | undefined
  /** Where crashes are written. */
  log(line: string): void
}

/** Images and whole campaigns travel inline; nothing the platforms take is larger. */
const bodyLimitBytes = 64 * 1024 * 1024
const ledgerBodyCharacters = 4_096

export function createHttpServer(options: HttpOptions): Server {
  const find = finder(options.platforms)

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    serve(request, response).catch((error: unknown) => {
      options.log(`${request.method} ${request.url}: ${describe(error)}`)
      response.destroy()
    })
  })
  return server

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === undefined) {
      send(
        response,
        { status: 413, headers: { connection: 'close' }, body: { error: 'The body is larger than 64 MB.' } },
        false,
      )
      return
    }
    const bodiless = request.method === 'HEAD'
    const sequence = options.ledger.nextSequence()
    let effects = 0
    let place: { platform: Platform; call: string } | undefined
    const exchange = exchangeOf(request, body, options, (kind, id, detail) => {
      effects++
      options.ledger.effect({
        request: sequence,
        at: new Date(exchange.now).toISOString(),
        platform: place?.platform.name ?? 'social',
        call: place?.call ?? '',
        kind,
        id,
        ...(detail === undefined ? {} : { detail }),
      })
    })

    const own = options.own(exchange, request)
    if (own !== undefined) {
      send(response, own, bodiless)
      return
    }
    if (request.method === 'OPTIONS') {
      send(response, { status: 204, headers: { allow: 'GET, HEAD, POST, DELETE, OPTIONS' }, body: '' }, true)
      return
    }
    const found = find(exchange)
    if (found === undefined) {
      send(
        response,
        { status: 404, body: { error: `Nothing lives at ${exchange.path}. See ${exchange.origin}/` } },
        bodiless,
      )
      return
    }
    const { platform, call, params } = found
    place = { platform, call: call?.name ?? 'unknown' }
    const fault = options.faults.take(platform.name, place.call)
    const gone = new AbortController()
    response.on('close', () => gone.abort())

    const run = (): Answer => {
      try {
        return call === undefined ? platform.unknown(exchange) : call.answer(exchange, params)
      } catch (error) {
        options.log(
          `${exchange.method} ${exchange.path} (${platform.name} ${place?.call}): ${describe(error)}`,
        )
        return platform.failure(exchange, { status: 500 })
      } finally {
        if (effects > 0 || exchange.method !== 'GET') options.changed()
      }
    }
    const status = fault === undefined ? send(response, run(), bodiless) : await meet(fault, run)

    options.ledger.record({
      sequence,
      at: new Date(exchange.now).toISOString(),
      platform: platform.name,
      call: place.call,
      method: exchange.method,
      url: request.url ?? '',
      headers: exchange.headers,
      body:
        body.length > ledgerBodyCharacters
          ? `${body.toString('utf8', 0, ledgerBodyCharacters)}…`
          : body.toString('utf8'),
      status,
      effects,
      ...(fault === undefined ? {} : { fault: fault.id }),
    })

    async function meet(fault: Fault, run: () => Answer): Promise<number> {
      const { kind, when } = fault.order
      const real = when === 'after' ? run() : undefined
      if (kind === 'reset') {
        request.socket.resetAndDestroy()
        return 0
      }
      if (kind === 'stall') {
        await options.faults.hold(fault, gone.signal)
        return gone.signal.aborted ? 0 : send(response, real ?? run(), bodiless)
      }
      if (kind === 'truncate')
        return sendCut(response, real ?? { status: 200, body: { data: [{ id: '0' }] } })
      if (kind === 'drip') {
        return await sendDripping(response, real ?? run(), fault.order.milliseconds ?? 50, gone.signal)
      }
      return send(response, faultAnswer(platform, exchange, fault), bodiless)
    }
  }
}

interface Found {
  readonly platform: Platform
  readonly call?: Call
  readonly params: Readonly<Record<string, string>>
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
      return { platform, call, params: match.groups ?? {} }
    }
    const owner =
      platforms.find((platform) => platform.owns(path)) ??
      platforms.find((platform) => platform.calls.some((call) => call.path.test(path)))
    return owner === undefined ? undefined : { platform: owner, params: {} }
  }
}

function exchangeOf(
  request: IncomingMessage,
  body: Buffer,
  options: HttpOptions,
  effect: Exchange['effect'],
): Exchange {
  const url = request.url ?? '/'
  const mark = url.indexOf('?')
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return {
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    path: mark < 0 ? url : url.slice(0, mark),
    rawQuery,
    query: new URLSearchParams(rawQuery),
    headers,
    body,
    origin: `http://${headers['host'] ?? 'localhost'}`,
    now: options.clock.now(),
    state: options.state(),
    effect,
  }
}

function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= bodyLimitBytes) pieces.push(piece)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(pieces)))
    request.on('error', reject)
  })
}

function bytesOf(answer: Answer): { bytes: Buffer; headers: Record<string, string> } {
  const headers: Record<string, string> = { ...answer.headers }
  if (Buffer.isBuffer(answer.body)) return { bytes: answer.body, headers }
  if (typeof answer.body === 'string') {
    headers['content-type'] ??= 'text/plain; charset=utf-8'
    return { bytes: Buffer.from(answer.body), headers }
  }
  if (answer.body === undefined || answer.body === null) return { bytes: Buffer.alloc(0), headers }
  headers['content-type'] ??= 'application/json; charset=utf-8'
  return { bytes: Buffer.from(JSON.stringify(answer.body)), headers }
}

function send(response: ServerResponse, answer: Answer, bodiless: boolean): number {
  const { bytes, headers } = bytesOf(answer)
  if (answer.status !== 204 && answer.status !== 304) headers['content-length'] ??= String(bytes.length)
  response.writeHead(answer.status, headers)
  response.end(bodiless ? undefined : bytes)
  return answer.status
}

/** Promises the whole body, sends half of it and hangs up. */
function sendCut(response: ServerResponse, answer: Answer): number {
  const { bytes, headers } = bytesOf(answer)
  response.writeHead(answer.status, { ...headers, 'content-length': String(Math.max(bytes.length, 2)) })
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy())
  return answer.status
}

async function sendDripping(
  response: ServerResponse,
  answer: Answer,
  pause: number,
  gone: AbortSignal,
): Promise<number> {
  const { bytes, headers } = bytesOf(answer)
  response.writeHead(answer.status, { ...headers, 'content-length': String(bytes.length) })
  const size = Math.max(1, Math.ceil(bytes.length / 20))
  for (let at = 0; at < bytes.length && !gone.aborted; at += size) {
    response.write(bytes.subarray(at, at + size))
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  response.end()
  return answer.status
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
