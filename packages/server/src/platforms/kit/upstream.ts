// The only caller of other servers: one pool of connections per platform host, bounded in time and bytes.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Platform } from '@adrail/contract'
import { Agent, errors as undici } from 'undici'
import type { Runtime } from '../../base/runtime.ts'
import { ResponseByteBudget } from './answerRoom.ts'
import { ResponseCollector, type ResponseHead } from './collector.ts'
import { deadlineExceeded, timeLeftMs } from './deadline.ts'
import { Semaphore } from './lane.ts'
import { isProgrammingError } from './ownMistake.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** Where a call goes and which it is, such as `social GET adspixels`: one of few names, with no id in it. */
export type CallName = `${Platform | 'sandbox' | 'service'} ${string}`

export interface UpstreamRequest {
  /** For whoever watches. */
  readonly call: CallName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Keeps the first `maxBytes` and lets go of the rest, instead of failing when there are more. */
  readonly truncate?: boolean
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON, its values as the reviver makes them; a body that is not JSON fails as `garbled`. */
  json(reviver?: Reviver): unknown
  /**
   * The same, once: the answer lets go of its body. Promises that waited for it look alive to the engine for long after, and
   * would keep a body that nobody looks at from being collected early.
   */
  takeJson(reviver?: Reviver): unknown
}

/**
 * Asked right before a request leaves, when the code around it set one: a write whose lease ran out while the process
 * stood still must not be sent any more. It throws to forbid it.
 */
export const sendPermission = new AsyncLocalStorage<() => Promise<void>>()

/** Where calls to a platform go. */
export interface Sender {
  send(request: UpstreamRequest): Promise<UpstreamResponse>
}

export interface Upstream extends Sender {
  close(): Promise<void>
}

/** Is handed each value of an answer, and the text that it stood in. */
export type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

const deepNesting = '['.repeat(100)
const defaultTimeoutMs = 10_000
/** Calls to one platform at a time; the others wait for their turn. */
const maxConcurrentCalls = 64
const defaultMaxBytes = 2 * 1024 * 1024
/** Of all answers that are being read at the same time. */
const maxBufferedBytes = 48 * 1024 * 1024

/**
 * Calls go to the given origins and to nothing else, whatever a URL was built from; media also come from hosts below the
 * given domains, over https alone.
 */
export function makeUpstream(
  runtime: Runtime,
  allowedOrigins: readonly string[],
  mediaDomains: readonly string[] = [],
  byteBudget = new ResponseByteBudget(maxBufferedBytes),
): Upstream {
  const originSet = new Set(allowedOrigins.map((url) => new URL(url).origin))
  const isMediaHost = ({ protocol, hostname, port }: URL) =>
    protocol === 'https:' && port === '' && mediaDomains.some((domain) => hostname.endsWith(`.${domain}`))
  // Retries are decided by whoever knows what the call does; a socket that breaks is reported, not hidden.
  const agent = new Agent({
    connections: maxConcurrentCalls,
    pipelining: 1,
    connect: { timeout: 3000 },
    keepAliveTimeout: 30_000,
  })
  const createSemaphore = () => Object.assign(new Semaphore(runtime), { capacity: maxConcurrentCalls })
  const semaphoreByOrigin = new Map([...originSet].map((origin) => [origin, createSemaphore()]))
  const mediaSemaphore = createSemaphore()

  /** Sends it now, and reads the whole answer. */
  const exchange = async (request: UpstreamRequest, { origin, pathname, search }: URL) => {
    const { method, headers = {}, body, timeoutMs = defaultTimeoutMs } = request
    const { maxBytes = defaultMaxBytes, truncate = false } = request
    const checkPermission = sendPermission.getStore()
    if (checkPermission) await checkPermission()
    const remainingMs = timeLeftMs()
    if (remainingMs <= 0) throw deadlineExceeded()
    const buffer = byteBudget.openBuffer({ maxBytes, truncate })
    const collector = new ResponseCollector(buffer)
    // From here to the last byte of the answer. A plain timer is gone with its call; a signal would live on for as long as it may
    // take, and there may be a thousand calls a second.
    const timer = setTimeout(() => collector.abort(timeoutFailure()), Math.min(timeoutMs, remainingMs))
    try {
      const dispatchOptions = {
        origin,
        path: pathname + search,
        method,
        headers: { accept: 'application/json', ...headers },
        body: body ?? null,
        // One time for all of it is kept above.
        headersTimeout: 0,
        bodyTimeout: 0,
      }
      agent.dispatch(dispatchOptions, collector)
      return toUpstreamResponse(await collector.done, buffer.bytes())
    } catch (error) {
      const failure = toUpstreamFailure(error)
      throw failure.kind === 'timeout' && remainingMs < timeoutMs ? deadlineExceeded() : failure
    } finally {
      clearTimeout(timer)
      buffer.release()
    }
  }

  return {
    async send(request) {
      const target = new URL(request.url)
      if (!originSet.has(target.origin) && !isMediaHost(target))
        throw new Error(`${target.origin} is not a platform of this deployment.`)
      if (timeLeftMs() <= 0) throw deadlineExceeded()
      const release = await (semaphoreByOrigin.get(target.origin) ?? mediaSemaphore).acquire()
      try {
        return await exchange(request, target)
      } finally {
        release()
      }
    },
    close: () => agent.destroy(),
  }
}

export function toUpstreamResponse({ status, headers }: ResponseHead, bytes: Buffer): UpstreamResponse {
  let body: Body | undefined = { bytes, text: undefined }
  const requireBody = () => {
    if (!body) throw new Error('The body of this answer was taken.')
    return body
  }
  return {
    status,
    headers: flattenHeaders(headers),
    get bytes() {
      return requireBody().bytes
    },
    // Pictures are never looked at as text.
    get text() {
      const currentBody = requireBody()
      currentBody.text ??= currentBody.bytes.toString('utf8')
      return currentBody.text
    },
    json(reviver) {
      return parseJson(this.text, reviver)
    },
    takeJson(reviver) {
      const parsed = parseJson(this.text, reviver)
      body = undefined
      return parsed
    },
  }
}

interface Body {
  readonly bytes: Buffer
  text: string | undefined
}

function parseJson(text: string, reviver?: Reviver): unknown {
  // Two bytes of such a text become fifty in memory; no platform's answer has lists in lists in lists like that.
  if (text.includes(deepNesting)) throw new UpstreamFailure('garbled', 'The answer is nested far too deep.')
  try {
    return JSON.parse(text, reviver)
  } catch {
    // Without the parser's own words: they quote the answer, and that may hold a token.
    throw new UpstreamFailure('garbled', 'The answer is not JSON.')
  }
}

function flattenHeaders(headers: ResponseHead['headers']): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) result[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return result
}

/** What the network or the other side did. A mistake of our own is thrown on as it is. */
function toUpstreamFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  if (!(error instanceof Error) || isProgrammingError(error)) throw error
  const { message } = error
  const code = 'code' in error ? String(error.code) : ''
  // What could not be unpacked.
  if (code.startsWith('Z_')) return new UpstreamFailure('garbled', 'The answer cannot be unpacked.')
  const isUnsent = error instanceof undici.ConnectTimeoutError || connectionErrorCodes.has(code)
  return new UpstreamFailure(isUnsent ? 'unreachable' : 'cut', message, error)
}

function timeoutFailure(): UpstreamFailure {
  return new UpstreamFailure('timeout', 'No whole answer came in time.')
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
