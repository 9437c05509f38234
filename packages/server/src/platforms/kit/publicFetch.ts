// Fetches what callers name, from public addresses alone. It shares nothing with the calls to the platforms.

import { Agent, type Dispatcher } from 'undici'
import type { Runtime } from '../../base/runtime.ts'
import { isOwnMistake } from './ownMistake.ts'
import {
  connectorTo,
  NotPublic,
  PublicTargets,
  type PublicTargetsOptions,
  type Target,
} from './publicTargets.ts'
import { withTimeLimit } from './timeLimit.ts'

export interface PublicFetchOptions extends PublicTargetsOptions {
  readonly mostBytes: number
}

/** Why nothing was fetched, for the log; callers are told one and the same thing whatever it was. */
export class NotFetched extends Error {
  /** The host did not send all of it in time: later it may. */
  readonly isSlow: boolean
  /** What is wrong with the URL itself, for callers; absent for everything else. */
  readonly problem: string | undefined

  constructor(message: string, { isSlow = false, problem }: { isSlow?: boolean; problem?: string } = {}) {
    super(message)
    this.isSlow = isSlow
    this.problem = problem
  }
}

/** What is asked for. */
type Asked = Readonly<Record<string, string>>

interface Fetched {
  readonly bytes: Buffer
  readonly headers: Dispatcher.ResponseData['headers']
}

const mostRedirects = 3
/** For all of it, redirects included. */
const totalTimeoutMs = 10_000

export class PublicFetch {
  readonly #runtime: Runtime
  readonly #targets: PublicTargets
  readonly #mostBytes: number

  constructor(runtime: Runtime, { mostBytes, ...options }: PublicFetchOptions) {
    this.#runtime = runtime
    this.#targets = new PublicTargets(options)
    this.#mostBytes = mostBytes
  }

  async bytes(url: string): Promise<Buffer> {
    return (await this.#fetch(url, { accept: 'image/*' }, 200)).bytes
  }

  /** Some bytes of something large, both ends included, and how large all of it is. */
  async part(url: string, from: number, to: number): Promise<{ bytes: Buffer; total: number }> {
    const { bytes, headers } = await this.#fetch(
      url,
      { accept: 'video/*', range: `bytes=${from}-${to}` },
      206,
    )
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(headers['content-range'])) ?? []
    const expected = Math.min(to + 1, Number(total)) - from
    if (Number(first) !== from || bytes.length !== expected) throw new NotFetched('another part was sent')
    return { bytes, total: Number(total) }
  }

  async #fetch(url: string, headers: Asked, status: number): Promise<Fetched> {
    return await withTimeLimit(this.#runtime, totalTimeoutMs, (signal) =>
      this.#follow(url, headers, status, signal),
    )
  }

  async #follow(url: string, headers: Asked, status: number, signal: AbortSignal): Promise<Fetched> {
    let next = url
    for (let redirects = 0; ; redirects++) {
      const target = await this.#find(next, signal)
      const answer = await this.#get(target, signal, headers, status)
      if ('bytes' in answer) return answer
      if (redirects >= mostRedirects) throw new NotFetched('too many redirects')
      next = new URL(answer.location, target.url).href
      if (target.url.protocol === 'https:' && !next.startsWith('https:'))
        throw new NotFetched('redirected to plain http')
    }
  }

  async #find(url: string, signal: AbortSignal): Promise<Target> {
    try {
      return await this.#targets.find(url, signal)
    } catch (error) {
      if (!(error instanceof NotPublic)) throw error
      const { message, problem } = error
      throw new NotFetched(message, problem === undefined ? {} : { problem })
    }
  }

  async #get(
    target: Target,
    signal: AbortSignal,
    asked: Asked,
    status: number,
  ): Promise<Fetched | { location: string }> {
    const { url } = target
    const agent = new Agent({ connect: connectorTo(target) })
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        // Nothing that could tell who asks, and no compression that could hide how large it is.
        headers: { ...asked, 'accept-encoding': 'identity' },
        signal,
      })
      const { statusCode, headers } = response
      if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')
        return { location: headers['location'] }
      if (statusCode !== status) throw new NotFetched(`status ${statusCode}`)
      return { bytes: await readAtMost(response.body, this.#mostBytes), headers }
    } catch (error) {
      if (error instanceof NotFetched || !(error instanceof Error) || isOwnMistake(error)) throw error
      throw new NotFetched(error.message, { isSlow: signal.aborted })
    } finally {
      agent.destroy().catch(() => {})
    }
  }
}

async function readAtMost(body: Dispatcher.ResponseData['body'], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > most) throw new NotFetched('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
