// Several calls in one request. Reads without an answer that stands are asked again; a batch that is too heavy, in halves.
// https://developers.facebook.com/docs/graph-api/batch-requests

import { ServiceError } from '../../base/errors.ts'
import type { Calls } from '../kit/calls.ts'
import { isPassingFailure } from '../kit/noAnswer.ts'
import type { Reading } from '../kit/rows.ts'
import { classOf, errorOf } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import type { GraphProtocol } from './protocol.ts'
import { batchRequestOf, type GraphCall, GraphRefusal, readBatch } from './wire.ts'

export interface Part<Answer> {
  readonly call: GraphCall
  /** Fails when the part's answer does not prove itself whole. */
  readonly reading: Reading<Answer>
}

const mostParts = 50

type Entry = { readonly body: unknown } | GraphRefusal | undefined

/** What each part of a batch answers, or why it failed, in order. */
export type AnswersOf<Parts extends readonly Part<unknown>[]> = {
  [Index in keyof Parts]: Parts[Index] extends Part<infer Answer> ? Answer | ServiceError : never
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

  async read<const Parts extends readonly Part<unknown>[]>(parts: Parts): Promise<AnswersOf<Parts>> {
    const calls = parts.map(({ call }) => call)
    const loads = Array.from({ length: Math.ceil(calls.length / mostParts) }, (_, index) =>
      this.#ask(calls.slice(index * mostParts, (index + 1) * mostParts)),
    )
    const entries = (await Promise.all(loads)).flat()
    const read = parts.map((part, index) => this.#taken(part, entries[index]))
    // One entry for each part, in order.
    return read as AnswersOf<Parts>
  }

  /**
   * Sends parts that change something, once: what each answered, why it was refused, or nothing where nobody knows. A
   * batch that is refused as a whole is thrown.
   */
  async write(calls: readonly GraphCall[]): Promise<readonly (unknown | ServiceError | undefined)[]> {
    const [first] = calls
    if (!first) return []
    const entries: Entry[] = calls.map(() => undefined)
    await this.#calls.writeAs(first, (accessToken) =>
      this.#send(calls, [...calls.keys()], accessToken, entries),
    )
    return calls.map((call, index) => {
      const entry = entries[index]
      if (entry === undefined || (entry instanceof GraphRefusal && saysNothing(entry))) return undefined
      return entry instanceof GraphRefusal ? errorOf(entry, this.#protocol.occasion(call)) : entry.body
    })
  }

  async #ask(calls: readonly GraphCall[]): Promise<readonly Entry[]> {
    const [first] = calls
    if (!first) return []
    const entries: Entry[] = calls.map(() => undefined)
    const open = () => [...calls.keys()].filter((index) => isOpen(entries[index]))
    const name = JSON.stringify(calls.map((call) => this.#protocol.nameOf(call)))
    try {
      return await this.#calls.share(
        first,
        name,
        async (accessToken) => {
          await this.#send(calls, open(), accessToken, entries)
          if (open().length > 0) throw new PartsOpen(entries)
          return entries
        },
        (error, attempts) => (isPassing(error, attempts) ? 0 : undefined),
      )
    } catch (thrown) {
      if (thrown instanceof PartsOpen) return thrown.entries
      if (!(thrown instanceof GraphRefusal) || classOf(thrown) !== 'heavy' || calls.length === 1)
        throw this.#protocol.translate(thrown, first)
      const half = Math.ceil(calls.length / 2)
      return [...(await this.#ask(calls.slice(0, half))), ...(await this.#ask(calls.slice(half)))]
    }
  }

  async #send(
    calls: readonly GraphCall[],
    open: readonly number[],
    accessToken: string,
    entries: Entry[],
  ): Promise<void> {
    const { endpoints, limiter } = this.#platform
    const asked = open.flatMap((index) => calls[index] ?? [])
    const ofPage = asked.find(({ token }) => token === 'page')
    const pageToken = ofPage && (await this.#protocol.tokenFor(ofPage).current())
    const leave = await limiter.enter(asked)
    try {
      const answered = readBatch(
        await this.#protocol.exchange(batchRequestOf(asked, endpoints, accessToken, pageToken?.accessToken)),
      )
      for (const [place, call] of asked.entries()) {
        const entry = answered[place]
        if (!entry) continue
        limiter.note(call.bucket, entry.headers)
        this.#protocol.learn(entry, call)
        // The page's token can be read anew; the part is asked again with it, once.
        if (pageToken?.version === 0 && call.token === 'page' && this.#protocol.isAboutToken(entry, call)) {
          await this.#protocol.tokenFor(call).renew(pageToken)
          continue
        }
        entries[open[place] ?? -1] = entry
      }
    } catch (error) {
      for (const call of asked) this.#protocol.learn(error, call)
      throw error
    } finally {
      leave()
    }
  }

  #taken<Answer>({ call, reading }: Part<Answer>, entry: Entry): Answer | ServiceError {
    if (entry instanceof GraphRefusal) return errorOf(entry, this.#protocol.occasion(call))
    if (entry === undefined)
      return new ServiceError('UPSTREAM_TIMEOUT', {
        values: { platform: 'social' },
        note: 'a part without an answer',
      })
    try {
      return this.#calls.take(call, reading, entry.body)
    } catch (error) {
      const translated = this.#protocol.translate(error, call)
      if (translated instanceof ServiceError) return translated
      throw error
    }
  }
}

/** Some parts of a batch have no answer that stands. */
class PartsOpen extends Error {
  readonly entries: readonly Entry[]

  constructor(entries: readonly Entry[]) {
    super('Parts of a batch have no answer.')
    this.entries = entries
  }
}

/** A failure of servers says nothing about whether they did what they were asked. */
function saysNothing(entry: GraphRefusal): boolean {
  return classOf(entry) === 'transient' || classOf(entry) === 'heavy' || entry.status >= 500
}

function isOpen(entry: Entry): boolean {
  return entry === undefined || (entry instanceof GraphRefusal && classOf(entry) === 'transient')
}

function isPassing(error: unknown, attempts: number): boolean {
  if (error instanceof GraphRefusal) return classOf(error) === 'transient'
  return error instanceof PartsOpen || isPassingFailure(error, attempts)
}
