// Sends event notifications to URLs that callers registered. Checks at every request that the address is
// public.

import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import { isProgrammingError } from './programmingErrors.ts'
import { createConnector, NotPublicError, PublicTargets, type PublicTargetsOptions } from './publicTargets.ts'

/** The status of the response, or the reason why no response arrived. */
export type PostResult =
  | { readonly status: number; readonly retryAfter: string; readonly error: ''; readonly body: string }
  | { readonly status: 0; readonly retryAfter: ''; readonly error: string; readonly body: '' }

const totalTimeoutMs = 15_000
/** Operators use the start of a response body to debug. Reading it must not delay deliveries. */
const maxBodyLength = 1000
const bodyTimeoutMs = 1000

export class PublicPost {
  readonly #targets: PublicTargets

  constructor(options: PublicTargetsOptions) {
    this.#targets = new PublicTargets(options)
  }

  /** Returns whether a notification may be sent to the URL now. Opens no connection and sends nothing. */
  async canReach(url: string): Promise<boolean> {
    try {
      await this.#targets.resolveTarget(url, AbortSignal.timeout(totalTimeoutMs))
      return true
    } catch (error) {
      if (error instanceof NotPublicError) return false
      throw error
    }
  }

  /**
   * Redirects are returned like other responses: following one could lead to an address that is not allowed.
   */
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

/** Reads the part of the body that arrives in time. A broken body does not change the status. */
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
      // A character has at most four bytes.
      if (length >= maxBodyLength * 4) break
    }
  } catch {
    // The chunks that arrived before the error are returned.
  } finally {
    timeoutSignal.removeEventListener('abort', stop)
    body.destroy()
  }
  // PostgreSQL accepts no NUL in a text, and other control characters are useless to readers.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n]/gu, '')
  return text.slice(0, maxBodyLength)
}

/** One sentence for the owner of the URL. The text must not disclose internal addresses of the network. */
function describeError(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  if (error instanceof NotPublicError) return 'adrail may not send events to this URL.'
  if (error.name === 'TimeoutError') return `No response arrived within ${totalTimeoutMs / 1000} s.`
  if (code === 'ECONNREFUSED') return 'The host refused the connection.'
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'adrail could not connect in time.'
  if (/CERT|TLS|SSL/.test(code)) return `The TLS connection failed (${code}).`
  return 'The connection broke before a response arrived.'
}
