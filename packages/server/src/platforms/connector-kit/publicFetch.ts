// Fetches URLs that callers name, from public addresses only. Shares no connections with calls to the
// platforms.

import { Agent, type Dispatcher } from 'undici'
import type { Runtime } from '../../runtime/runtime.ts'
import { isProgrammingError } from './programmingErrors.ts'
import {
  createConnector,
  NotPublicError,
  type PublicTarget,
  PublicTargets,
  type PublicTargetsOptions,
} from './publicTargets.ts'
import { withTimeLimit } from './timeLimit.ts'

export interface PublicFetchOptions extends PublicTargetsOptions {
  readonly maxBytes: number
}

/** Reason why a fetch failed, for the log. Callers receive the same text for every cause. */
export class PublicFetchError extends Error {
  /** True when the host did not send the full body in time. A later attempt may succeed. */
  readonly isSlow: boolean
  /** Describes a problem with the URL itself, for callers. Absent for all other causes. */
  readonly problem: string | undefined

  constructor(message: string, { isSlow = false, problem }: { isSlow?: boolean; problem?: string } = {}) {
    super(message)
    this.isSlow = isSlow
    this.problem = problem
  }
}

type RequestHeaders = Readonly<Record<string, string>>

interface FetchedBody {
  readonly bytes: Buffer
  readonly headers: Dispatcher.ResponseData['headers']
}

const maxRedirects = 3
/** Time limit of a fetch, including redirects. */
const totalTimeoutMs = 10_000

export class PublicFetch {
  readonly #runtime: Runtime
  readonly #targets: PublicTargets
  readonly #maxBytes: number

  constructor(runtime: Runtime, { maxBytes, ...options }: PublicFetchOptions) {
    this.#runtime = runtime
    this.#targets = new PublicTargets(options)
    this.#maxBytes = maxBytes
  }

  async fetchBytes(url: string): Promise<Buffer> {
    return (await this.#fetch(url, { accept: 'image/*' }, 200)).bytes
  }

  /** Fetches a byte range, both ends inclusive. Also returns the total size. */
  async fetchRange(url: string, from: number, to: number): Promise<{ bytes: Buffer; total: number }> {
    const { bytes, headers } = await this.#fetch(
      url,
      { accept: 'video/*', range: `bytes=${from}-${to}` },
      206,
    )
    const [, rangeStart, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? []
    const expectedLength = Math.min(to + 1, Number(total)) - from
    if (Number(rangeStart) !== from || bytes.length !== expectedLength)
      throw new PublicFetchError('another part was sent')
    return { bytes, total: Number(total) }
  }

  async #fetch(url: string, headers: RequestHeaders, status: number): Promise<FetchedBody> {
    return await withTimeLimit(this.#runtime, totalTimeoutMs, (signal) =>
      this.#follow(url, headers, status, signal),
    )
  }

  async #follow(
    url: string,
    headers: RequestHeaders,
    status: number,
    signal: AbortSignal,
  ): Promise<FetchedBody> {
    let nextUrl = url
    for (let redirects = 0; ; redirects++) {
      const target = await this.#resolveTarget(nextUrl, signal)
      const result = await this.#get(target, signal, headers, status)
      if ('bytes' in result) return result
      if (redirects >= maxRedirects) throw new PublicFetchError('too many redirects')
      nextUrl = new URL(result.location, target.url).href
      if (target.url.protocol === 'https:' && !nextUrl.startsWith('https:'))
        throw new PublicFetchError('redirected to plain http')
    }
  }

  async #resolveTarget(url: string, signal: AbortSignal): Promise<PublicTarget> {
    try {
      return await this.#targets.resolveTarget(url, signal)
    } catch (error) {
      if (!(error instanceof NotPublicError)) throw error
      const { message, problem } = error
      throw new PublicFetchError(message, problem === undefined ? {} : { problem })
    }
  }

  async #get(
    target: PublicTarget,
    signal: AbortSignal,
    requestHeaders: RequestHeaders,
    status: number,
  ): Promise<FetchedBody | { location: string }> {
    const { url } = target
    const agent = new Agent({ connect: createConnector(target) })
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        // The headers do not reveal the caller. Compression is off because it could hide the real size.
        headers: { ...requestHeaders, 'accept-encoding': 'identity' },
        signal,
      })
      const { statusCode, headers } = response
      if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')
        return { location: headers['location'] }
      if (statusCode !== status) throw new PublicFetchError(`status ${statusCode}`)
      return { bytes: await readWithLimit(response.body, this.#maxBytes), headers }
    } catch (error) {
      if (error instanceof PublicFetchError || !(error instanceof Error) || isProgrammingError(error))
        throw error
      throw new PublicFetchError(error.message, { isSlow: signal.aborted })
    } finally {
      agent.destroy().catch(() => {})
    }
  }
}

async function readWithLimit(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new PublicFetchError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
