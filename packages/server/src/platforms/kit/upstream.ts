// The only caller of other servers: one pool of connections per platform host, bounded in time and bytes.

import { AsyncLocalStorage } from 'node:async_hooks'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { Agent, type Dispatcher, errors as undici } from 'undici'

export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number
  readonly mostBytes?: number
  /** Keeps the first `mostBytes` and lets go of the rest, instead of failing when there are more. */
  readonly beginningOnly?: boolean
}

export interface UpstreamResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; a body that is not JSON fails as `garbled`. */
  json(): unknown
}

/** Why no usable answer came. Nothing is known about the effect of the request, except after `unreachable`. */
export class UpstreamFailure extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'cut' | 'too_large' | 'garbled'

  constructor(kind: UpstreamFailure['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'UpstreamFailure'
    this.kind = kind
  }
}

/**
 * Asked right before a request leaves, when the code around it set one: a write whose lease ran out while the process
 * stood still must not be sent any more. It throws to forbid it.
 */
export const sendPermission = new AsyncLocalStorage<() => void>()

export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamResponse>
  close(): Promise<void>
}

const defaultTimeoutMs = 10_000
const defaultMostBytes = 2 * 1024 * 1024

/**
 * Calls go to the given origins and to nothing else, whatever a URL was built from; media also come from hosts below the
 * given domains, over https alone.
 */
export function makeUpstream(
  allowedOrigins: readonly string[],
  mediaDomains: readonly string[] = [],
): Upstream {
  const allowed = new Set(allowedOrigins.map((url) => new URL(url).origin))
  const isMediaHost = ({ protocol, hostname, port }: URL) =>
    protocol === 'https:' && port === '' && mediaDomains.some((domain) => hostname.endsWith(`.${domain}`))
  // Retries are decided by whoever knows what the call does; a socket that breaks is reported, not hidden.
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    connect: { timeout: 3000 },
    keepAliveTimeout: 30_000,
  })

  return {
    async send({
      method,
      url,
      headers = {},
      body,
      timeoutMs = defaultTimeoutMs,
      mostBytes = defaultMostBytes,
      beginningOnly = false,
    }) {
      const target = new URL(url)
      const { origin, pathname, search } = target
      if (!allowed.has(origin) && !isMediaHost(target))
        throw new Error(`${origin} is not a platform of this deployment.`)
      const signal = AbortSignal.timeout(timeoutMs)
      sendPermission.getStore()?.()
      try {
        const response = await agent.request({
          origin,
          path: pathname + search,
          method,
          headers: { accept: 'application/json', ...headers },
          ...(body === undefined ? {} : { body }),
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
          signal,
        })
        const bytes = await readBytes(response, mostBytes, beginningOnly)
        const text = bytes.toString('utf8')
        return {
          status: response.statusCode,
          headers: flat(response.headers),
          bytes,
          text,
          json: () => parse(text),
        }
      } catch (error) {
        throw asFailure(error)
      }
    },
    close: () => agent.destroy(),
  }
}

async function readBytes(
  response: Dispatcher.ResponseData,
  mostBytes: number,
  beginningOnly: boolean,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of unpacked(response)) {
    size += chunk.length
    chunks.push(chunk)
    if (size <= mostBytes) continue
    if (beginningOnly) break
    throw new UpstreamFailure('too_large', `The answer has more than ${mostBytes} bytes.`)
  }
  return Buffer.concat(chunks)
}

/** Compression is not asked for, but some servers answer so all the same. What counts is the size after unpacking. */
function unpacked({ headers, body }: Dispatcher.ResponseData): Readable {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity') return body
  if (!['gzip', 'x-gzip', 'deflate', 'br'].includes(encoding))
    throw new UpstreamFailure('garbled', 'The answer is packed in a way that was not asked for.')
  // A fault on either side reaches whoever reads the result.
  return pipeline(body, encoding === 'br' ? createBrotliDecompress() : createUnzip(), () => {})
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Without the parser's own words: they quote the answer, and that may hold a token.
    throw new UpstreamFailure('garbled', 'The answer is not JSON.')
  }
}

function flat(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function asFailure(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error
  const { name, code, message } = error as Error & { code?: string }
  if (
    name === 'TimeoutError' ||
    error instanceof undici.HeadersTimeoutError ||
    error instanceof undici.BodyTimeoutError
  )
    return new UpstreamFailure('timeout', 'No whole answer came in time.', error)
  // What could not be unpacked.
  if (code?.startsWith('Z_')) return new UpstreamFailure('garbled', 'The answer cannot be unpacked.')
  const neverSent = error instanceof undici.ConnectTimeoutError || noConnection.has(code ?? '')
  return new UpstreamFailure(neverSent ? 'unreachable' : 'cut', message, error)
}

const noConnection = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
