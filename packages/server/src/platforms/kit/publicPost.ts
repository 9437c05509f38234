// Sends what callers asked to be told to the addresses that they named: public ones alone, however often it is sent.

import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { isProgrammingError } from './ownMistake.ts'
import { createConnector, NotPublicError, PublicTargets, type PublicTargetsOptions } from './publicTargets.ts'

/** What came of it: the status of the answer, or why there was none. */
export type PostResult =
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
  async canReach(url: string): Promise<boolean> {
    try {
      await this.#targets.resolveTarget(url, AbortSignal.timeout(totalTimeoutMs))
      return true
    } catch (error) {
      if (error instanceof NotPublicError) return false
      throw error
    }
  }

  /** Redirects are answers like any others: following one could lead to where the address itself may not. */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    cancelSignal?: AbortSignal,
  ): Promise<PostResult> {
    const timeoutSignal = AbortSignal.timeout(totalTimeoutMs)
    const signal = cancelSignal ? AbortSignal.any([timeoutSignal, cancelSignal]) : timeoutSignal
    let agent: Agent | undefined
    try {
      const target = await this.#targets.resolveTarget(url, signal)
      agent = new Agent({ connect: createConnector(target) })
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
        body: await readBodyPrefix(response.body),
      }
    } catch (error) {
      if (!(error instanceof Error) || isProgrammingError(error)) throw error
      return { status: 0, retryAfter: '', error: describeError(error), body: '' }
    } finally {
      agent?.destroy().catch(() => {})
    }
  }
}

/** As far as it comes in time. A body that breaks changes nothing about the status that came before it. */
async function readBodyPrefix(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  body.on('error', () => {})
  const timeoutSignal = AbortSignal.timeout(bodyTimeoutMs)
  const stop = () => body.destroy()
  timeoutSignal.addEventListener('abort', stop)
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
    timeoutSignal.removeEventListener('abort', stop)
    body.destroy()
  }
  // PostgreSQL takes no NUL in a text, and nobody reads the other control characters.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n]/gu, '')
  return text.slice(0, maxBodyLength)
}

/** One sentence for whoever owns the address. Where a name leads inside of a network is not theirs to know. */
function describeError(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof NotPublicError) return 'The address is not one that events may be sent to.'
  if (error.name === 'TimeoutError') return `No answer came within ${totalTimeoutMs / 1000} s.`
  if (code === 'ECONNREFUSED') return 'The connection was refused.'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'No connection could be made in time.'
  if (/CERT|TLS|SSL/.test(code)) return `The connection is not secure (${code}).`
  return 'The connection broke before an answer came.'
}
