// Fetches what callers name, from public addresses alone. It shares nothing with the calls to the platforms.

import { Agent, type Dispatcher } from 'undici'
import { isOwnMistake } from './ownMistake.ts'
import {
  connectorTo,
  NotPublic,
  PublicTargets,
  type PublicTargetsOptions,
  type Target,
} from './publicTargets.ts'

export interface PublicFetchOptions extends PublicTargetsOptions {
  readonly mostBytes: number
}

/** Why nothing was fetched, for the log; callers are told one and the same thing whatever it was. */
export class NotFetched extends Error {}

const mostRedirects = 3
const totalTimeoutMs = 10_000

export class PublicFetch {
  readonly #targets: PublicTargets
  readonly #mostBytes: number

  constructor({ mostBytes, ...options }: PublicFetchOptions) {
    this.#targets = new PublicTargets(options)
    this.#mostBytes = mostBytes
  }

  async bytes(url: string): Promise<Buffer> {
    const signal = AbortSignal.timeout(totalTimeoutMs)
    let next = url
    for (let redirects = 0; ; redirects++) {
      const target = await this.#find(next, signal)
      const answer = await this.#get(target, signal)
      if (Buffer.isBuffer(answer)) return answer
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
      throw error instanceof NotPublic ? new NotFetched(error.message) : error
    }
  }

  async #get(target: Target, signal: AbortSignal): Promise<Buffer | { location: string }> {
    const { url } = target
    const agent = new Agent({ connect: connectorTo(target) })
    try {
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        // Nothing that could tell who asks, and no compression that could hide how large it is.
        headers: { accept: 'image/*', 'accept-encoding': 'identity' },
        signal,
      })
      const { statusCode, headers } = response
      if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')
        return { location: headers['location'] }
      if (statusCode !== 200) throw new NotFetched(`status ${statusCode}`)
      return await readAtMost(response.body, this.#mostBytes)
    } catch (error) {
      if (error instanceof NotFetched || !(error instanceof Error) || isOwnMistake(error)) throw error
      throw new NotFetched(error.message)
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
