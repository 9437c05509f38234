// Sends what callers asked to be told to the addresses that they named: public ones alone, however often it is sent.

import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { isOwnMistake } from './ownMistake.ts'
import { connectorTo, NotPublic, PublicTargets, type PublicTargetsOptions } from './publicTargets.ts'

/** What came of it: the status of the answer, or why there was none. */
export type Posted =
  | { readonly status: number; readonly retryAfter: string; readonly error: ''; readonly body: string }
  | { readonly status: 0; readonly retryAfter: ''; readonly error: string; readonly body: '' }

const totalTimeoutMs = 15_000
/** The beginning of a response is for people who look for a mistake; nothing waits long for it. */
const maxBodyLength = 1000
const bodyTimeoutMs = 1000

export class PublicPost {
  readonly #targets: PublicTargets

  constructor(options: PublicTargetsOptions) {
    this.#targets = new PublicTargets(options)
  }

  /** Whether something may be sent there as things are. Nothing is sent, and nobody is connected to. */
  async mayReach(url: string): Promise<boolean> {
    try {
      await this.#targets.find(url, AbortSignal.timeout(totalTimeoutMs))
      return true
    } catch (error) {
      if (error instanceof NotPublic) return false
      throw error
    }
  }

  /** Redirects are answers like any others: following one could lead to where the address itself may not. */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    over?: AbortSignal,
  ): Promise<Posted> {
    const time = AbortSignal.timeout(totalTimeoutMs)
    const signal = over ? AbortSignal.any([time, over]) : time
    let agent: Agent | undefined
    try {
      const target = await this.#targets.find(url, signal)
      agent = new Agent({ connect: connectorTo(target) })
      const { origin, pathname, search } = target.url
      const response = await agent.request({
        origin,
        path: pathname + search,
        method: 'POST',
        headers,
        body,
        signal,
      })
      const retryAfter = response.headers['retry-after']
      return {
        status: response.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : '',
        error: '',
        body: await beginningOf(response.body),
      }
    } catch (error) {
      if (!(error instanceof Error) || isOwnMistake(error)) throw error
      return { status: 0, retryAfter: '', error: reasonOf(error), body: '' }
    } finally {
      agent?.destroy().catch(() => {})
    }
  }
}

/** As far as it comes in time. A body that breaks changes nothing about the status that came before it. */
async function beginningOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  body.on('error', () => {})
  const time = AbortSignal.timeout(bodyTimeoutMs)
  const stop = () => body.destroy()
  time.addEventListener('abort', stop)
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      // At most four bytes are a character.
      if (length >= maxBodyLength * 4) break
    }
  } catch {
    // What came until then is told.
  } finally {
    time.removeEventListener('abort', stop)
    body.destroy()
  }
  // PostgreSQL takes no NUL in a text, and nobody reads the other control characters.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n]/gu, '')
  return text.slice(0, maxBodyLength)
}

/** One sentence for whoever owns the address. Where a name leads inside of a network is not theirs to know. */
function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof NotPublic) return 'The address is not one that events may be sent to.'
  if (error.name === 'TimeoutError') return `No answer came within ${totalTimeoutMs / 1000} s.`
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'No connection could be made in time.'
  if (/CERT|TLS|SSL/.test(code)) return `The connection is not secure (${code}).`
  return 'The connection broke before an answer came.'
}
