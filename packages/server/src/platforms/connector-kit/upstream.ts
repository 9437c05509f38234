// The only HTTP client for other servers. Uses one connection pool per platform host, with limits on time and
// bytes.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Platform } from '@adrail/contract'
import { Agent, errors as undiciErrors } from 'undici'
import type { Runtime } from '../../runtime/runtime.ts'
import { deadlineExceededError, timeLeftMs } from './deadline.ts'
import { isProgrammingError } from './programmingErrors.ts'
import { ResponseByteBudget } from './responseBuffer.ts'
import { ResponseCollector, type ResponseHead } from './responseCollector.ts'
import { Semaphore } from './semaphore.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/**
 * Target and name of a call, such as `social GET adspixels`. A name contains no id, so there are few names.
 */
export type CallName = `${Platform | 'sandbox' | 'service'} ${string}`

export interface UpstreamRequest {
  /** Used in metrics and traces. */
  readonly callName: CallName
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Keeps the first `maxBytes` and drops the rest, instead of failing when the body is larger. */
  readonly truncate?: boolean
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly text: string
  /**
   * Parses the body as JSON with an optional reviver. Throws a `garbled` failure when the body is not JSON.
   */
  json(reviver?: Reviver): unknown
  /**
   * Parses the body once and releases it. V8 treats promises that waited for the response as reachable for a
   * long time. They would delay the collection of an unused body.
   */
  takeJson(reviver?: Reviver): unknown
}

/**
 * Check that runs right before a request is sent, if the surrounding code set one. Throws to prevent the
 * request. A write whose lease expired during a suspension of the process must not be sent.
 */
export const sendPermission = new AsyncLocalStorage<() => Promise<void>>()

/** Sends calls to a platform. */
export interface Sender {
  send(request: UpstreamRequest): Promise<UpstreamResponse>
}

export interface Upstream extends Sender {
  close(): Promise<void>
}

/** Receives each value of a JSON body and its source text. */
export type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown

const deepNesting = '['.repeat(100)
const defaultTimeoutMs = 10_000
/** Concurrent calls per platform. Further calls wait in a queue. */
const maxConcurrentCalls = 64
const defaultMaxBytes = 2 * 1024 * 1024
/** Limit for all response bodies that are read at the same time. */
const maxBufferedBytes = 48 * 1024 * 1024

/**
 * Creates a client for the given origins. The client rejects other origins, regardless of how a URL was
 * built. Media may also come from subdomains of the given domains, over https only.
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
  // The caller decides about retries because only the caller knows the effect of a call. A broken socket is
  // reported, not hidden.
  const agent = new Agent({
    connections: maxConcurrentCalls,
    pipelining: 1,
    connect: { timeout: 3000 },
    keepAliveTimeout: 30_000,
  })
  const createSemaphore = () => Object.assign(new Semaphore(runtime), { capacity: maxConcurrentCalls })
  const semaphoreByOrigin = new Map([...originSet].map((origin) => [origin, createSemaphore()]))
  const mediaSemaphore = createSemaphore()

  /** Sends the request now, and reads the response. */
  const exchange = async (request: UpstreamRequest, { origin, pathname, search }: URL) => {
    const { method, headers = {}, body, timeoutMs = defaultTimeoutMs } = request
    const { maxBytes = defaultMaxBytes, truncate = false } = request
    const checkPermission = sendPermission.getStore()
    if (checkPermission) await checkPermission()
    const remainingMs = timeLeftMs()
    if (remainingMs <= 0) throw deadlineExceededError()
    const buffer = byteBudget.openBuffer({ maxBytes, truncate })
    const collector = new ResponseCollector(buffer)
    // Runs until the last byte of the response. A plain timer is freed with its call. A signal would stay
    // alive until its timeout, and there may be a thousand calls per second.
    const timer = setTimeout(() => collector.abort(timeoutFailure()), Math.min(timeoutMs, remainingMs))
    try {
      const dispatchOptions = {
        origin,
        path: pathname + search,
        method,
        headers: { accept: 'application/json', ...headers },
        body: body ?? null,
        // The timer above limits the total time.
        headersTimeout: 0,
        bodyTimeout: 0,
      }
      agent.dispatch(dispatchOptions, collector)
      return toUpstreamResponse(await collector.done, buffer.bytes())
    } catch (error) {
      const failure = toUpstreamFailure(error)
      throw failure.kind === 'timeout' && remainingMs < timeoutMs ? deadlineExceededError() : failure
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
      if (timeLeftMs() <= 0) throw deadlineExceededError()
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
    if (!body) throw new Error('The body of this response was read already.')
    return body
  }
  return {
    status,
    headers: flattenHeaders(headers),
    get bytes() {
      return requireBody().bytes
    },
    // Created on demand because images are never read as text.
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
  // Each two bytes of such a text need fifty bytes in memory. No platform's response nests lists this deep.
  if (text.includes(deepNesting)) throw new UpstreamFailure('garbled', 'The response is nested too deeply.')
  try {
    return JSON.parse(text, reviver)
  } catch {
    // The parser's message is dropped because it quotes the response, which may contain a token.
    throw new UpstreamFailure('garbled', 'The response is not JSON.')
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

/** Converts an error of the network or the server. Programming errors are rethrown unchanged. */
function toUpstreamFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  if (!(error instanceof Error) || isProgrammingError(error)) throw error
  const { message } = error
  const code = 'code' in error ? String(error.code) : ''
  // Errors of zlib.
  if (code.startsWith('Z_')) return new UpstreamFailure('garbled', 'The response cannot be decompressed.')
  const isUnsent = error instanceof undiciErrors.ConnectTimeoutError || connectionErrorCodes.has(code)
  return new UpstreamFailure(isUnsent ? 'unreachable' : 'cut', message, error)
}

function timeoutFailure(): UpstreamFailure {
  return new UpstreamFailure('timeout', 'The response did not arrive completely in time.')
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
