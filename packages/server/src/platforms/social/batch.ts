// Sends several calls in one request. Reads without a final response are retried. A batch that is too heavy
// is split in halves.
// https://developers.facebook.com/docs/graph-api/batch-requests

import { ServiceError } from '../../runtime/errors.ts'
import type { Calls } from '../connector-kit/calls.ts'
import type { ResponseParser } from '../connector-kit/rows.ts'
import { isTransientFailure } from '../connector-kit/upstreamErrors.ts'
import { classifyRefusal, toGraphError } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import type { GraphProtocol } from './protocol.ts'
import { buildBatchRequest, type GraphCall, GraphRefusal, parseBatchResponse } from './wire.ts'

export interface BatchPart<Result> {
  readonly call: GraphCall
  /** Throws when the response of the part is incomplete. */
  readonly parser: ResponseParser<Result>
}

const maxParts = 50

type BatchEntry = { readonly body: unknown } | GraphRefusal | undefined

/** The result or error of each part, in order. */
export type BatchPartResults<Parts extends readonly BatchPart<unknown>[]> = {
  [Index in keyof Parts]: Parts[Index] extends BatchPart<infer Result> ? Result | ServiceError : never
}

export class Batch {
  readonly #platform: SocialPlatform
  readonly #calls: Calls<GraphCall>
  readonly #protocol: GraphProtocol

  constructor(platform: SocialPlatform, calls: Calls<GraphCall>, protocol: GraphProtocol) {
    this.#platform = platform
    this.#calls = calls
    this.#protocol = protocol
  }

  async read<const Parts extends readonly BatchPart<unknown>[]>(
    parts: Parts,
  ): Promise<BatchPartResults<Parts>> {
    const calls = parts.map(({ call }) => call)
    const chunks = Array.from({ length: Math.ceil(calls.length / maxParts) }, (_, index) =>
      this.#readChunk(calls.slice(index * maxParts, (index + 1) * maxParts)),
    )
    const entries = (await Promise.all(chunks)).flat()
    const results = parts.map((part, index) => this.#parseEntry(part, entries[index]))
    // One entry for each part, in order.
    return results as BatchPartResults<Parts>
  }

  /**
   * Sends writes once. Returns each response, the refusal, or `undefined` where the outcome is unknown.
   * Throws when the platform refuses the batch as a whole.
   */
  async write(calls: readonly GraphCall[]): Promise<readonly (unknown | ServiceError | undefined)[]> {
    const [first] = calls
    if (!first) return []
    const entries: BatchEntry[] = calls.map(() => undefined)
    await this.#calls.writeWith(first, (accessToken) =>
      this.#send(calls, [...calls.keys()], accessToken, entries),
    )
    return calls.map((call, index) => {
      const entry = entries[index]
      if (entry === undefined || (entry instanceof GraphRefusal && isOutcomeUnknown(entry))) return undefined
      return entry instanceof GraphRefusal
        ? toGraphError(entry, this.#protocol.callContext(call))
        : entry.body
    })
  }

  async #readChunk(calls: readonly GraphCall[]): Promise<readonly BatchEntry[]> {
    const [first] = calls
    if (!first) return []
    const entries: BatchEntry[] = calls.map(() => undefined)
    const openIndexes = () => [...calls.keys()].filter((index) => isOpen(entries[index]))
    const key = JSON.stringify(calls.map((call) => this.#protocol.singleflightKey(call)))
    try {
      return await this.#calls.readShared(
        first,
        key,
        async (accessToken) => {
          await this.#send(calls, openIndexes(), accessToken, entries)
          if (openIndexes().length > 0) throw new OpenPartsError(entries)
          return entries
        },
        (error, attempts) => (isRetryable(error, attempts) ? 0 : undefined),
      )
    } catch (thrown) {
      if (thrown instanceof OpenPartsError) return thrown.entries
      if (!(thrown instanceof GraphRefusal) || classifyRefusal(thrown) !== 'heavy' || calls.length === 1)
        throw this.#protocol.translate(thrown, first)
      const half = Math.ceil(calls.length / 2)
      return [...(await this.#readChunk(calls.slice(0, half))), ...(await this.#readChunk(calls.slice(half)))]
    }
  }

  async #send(
    calls: readonly GraphCall[],
    openIndexes: readonly number[],
    accessToken: string,
    entries: BatchEntry[],
  ): Promise<void> {
    const { appConfig, limiter } = this.#platform
    const openCalls = openIndexes.flatMap((index) => calls[index] ?? [])
    const pageCall = openCalls.find(({ token }) => token === 'page')
    const pageToken = pageCall && (await this.#protocol.tokenSourceFor(pageCall).current())
    const release = await limiter.acquire(openCalls)
    try {
      const responses = parseBatchResponse(
        await this.#protocol.sendRequest(
          buildBatchRequest(openCalls, appConfig, accessToken, pageToken?.accessToken),
        ),
      )
      for (const [position, call] of openCalls.entries()) {
        const entry = responses[position]
        if (!entry) continue
        limiter.recordUsage(call.bucket, entry.headers)
        this.#protocol.recordRateLimit(entry, call)
        // The page token can be reloaded. The part is retried once with the new token.
        if (pageToken?.version === 0 && call.token === 'page' && this.#protocol.isTokenError(entry, call)) {
          await this.#protocol.tokenSourceFor(call).renew(pageToken)
          continue
        }
        entries[openIndexes[position] ?? -1] = entry
      }
    } catch (error) {
      for (const call of openCalls) this.#protocol.recordRateLimit(error, call)
      throw error
    } finally {
      release()
    }
  }

  #parseEntry<Result>({ call, parser }: BatchPart<Result>, entry: BatchEntry): Result | ServiceError {
    if (entry instanceof GraphRefusal) return toGraphError(entry, this.#protocol.callContext(call))
    if (entry === undefined)
      return new ServiceError('UPSTREAM_TIMEOUT', {
        values: { platform: 'social' },
        note: 'a part without a response',
      })
    try {
      return this.#calls.parse(call, parser, entry.body)
    } catch (error) {
      const translated = this.#protocol.translate(error, call)
      if (translated instanceof ServiceError) return translated
      throw error
    }
  }
}

/** Some parts of a batch have no final response. */
class OpenPartsError extends Error {
  readonly entries: readonly BatchEntry[]

  constructor(entries: readonly BatchEntry[]) {
    super('Parts of a batch have no response.')
    this.entries = entries
  }
}

/** After a server failure, the platform may or may not have carried out the call. */
function isOutcomeUnknown(entry: GraphRefusal): boolean {
  return classifyRefusal(entry) === 'transient' || classifyRefusal(entry) === 'heavy' || entry.status >= 500
}

function isOpen(entry: BatchEntry): boolean {
  return entry === undefined || (entry instanceof GraphRefusal && classifyRefusal(entry) === 'transient')
}

function isRetryable(error: unknown, attempts: number): boolean {
  if (error instanceof GraphRefusal) return classifyRefusal(error) === 'transient'
  return error instanceof OpenPartsError || isTransientFailure(error, attempts)
}
