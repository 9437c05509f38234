// Carries calls out for one connected user: with the right token, within the limits, again where that is safe.

import { ServiceError } from '../../base/errors.ts'
import type { Connected } from '../kit/connected.ts'
import { UpstreamFailure } from '../kit/upstream.ts'
import { asText, type Json } from '../kit/values.ts'
import { asError, classOf, errorOf, type Occasion } from './errors.ts'
import type { SocialPlatform } from './platform.ts'
import { SocialTokens } from './tokens.ts'
import {
  batchRequestOf,
  type GraphCall,
  GraphRefusal,
  type Page,
  type Position,
  pageOf,
  readAnswer,
  readBatch,
  requestOf,
} from './wire.ts'

/** A platform that names a short wait is waited for, once. */
const longestWaitSeconds = 20

export class Graph {
  readonly #platform: SocialPlatform
  readonly #account: string
  readonly #tokens: SocialTokens

  constructor(platform: SocialPlatform, connected: Connected<'social'>) {
    this.#platform = platform
    this.#account = connected.selection.adAccountId
    this.#tokens = new SocialTokens(platform, connected, (call) => this.read(call))
  }

  /** Reads, several times if need be; equal reads that are under way are shared. Failures are errors of the table. */
  async read(call: GraphCall): Promise<Json> {
    const name = JSON.stringify([call.method, call.path, call.params, await this.#tokens.of(call)])
    return await this.#platform.flights.share(name, () => this.#readAgain(call))
  }

  async page(call: GraphCall): Promise<Page> {
    return pageOf(await this.read(call))
  }

  /** The page at a position that a caller was given, or the first one. */
  async pageAt(call: GraphCall, position: Position | undefined): Promise<Page> {
    return await this.page({ ...call, params: { ...call.params, ...position } })
  }

  /** A whole list, page by page; past so many pages it fails rather than leave something out. */
  async all(call: GraphCall, mostPages: number, first?: Page): Promise<Json[]> {
    const rows: Json[] = []
    const seen = new Set<string>()
    let page = first ?? (await this.page(call))
    for (let count = 1; ; count++) {
      for (const row of page.rows) {
        // What moved while we paged comes twice.
        const id = asText(row['id'])
        if (id !== '' && seen.has(id)) continue
        seen.add(id)
        rows.push(row)
      }
      if (page.next === undefined) return rows
      if (count >= mostPages) throw tooLong(rows.length)
      page = await this.pageAt(call, page.next)
    }
  }

  /** Sends once. Only a refusal of the token, after which nothing was done, is followed by a second try. */
  async write(call: GraphCall): Promise<Json> {
    try {
      return await this.#withToken(call, () => this.#send(call))
    } catch (thrown) {
      throw asError(thrown, this.#occasion(call, thrown))
    }
  }

  /** Several reads with the user's token in one request: the answers in order, an error where a part failed. */
  async batch(calls: readonly GraphCall[]): Promise<(Json | ServiceError)[]> {
    const [first] = calls
    if (!first) return []
    const asked = calls.map(({ path, params }) => [path, params])
    const name = JSON.stringify([asked, await this.#tokens.of(first)])
    return await this.#platform.flights.share(name, () => this.#batchAgain(first, calls))
  }

  async #batchAgain(first: GraphCall, calls: readonly GraphCall[]): Promise<(Json | ServiceError)[]> {
    const answers = new Map<GraphCall, Json | GraphRefusal>()
    const open = () => calls.filter((call) => isOpen(answers.get(call)))
    try {
      await this.#platform.retries.run(
        async () => {
          await this.#withToken(first, () => this.#sendBatch(open(), answers))
          if (open().length > 0) throw new PartsOpen()
        },
        (error, attempts) => (error instanceof PartsOpen || isPassing(error, attempts) ? 0 : undefined),
      )
    } catch (thrown) {
      // A batch that takes the platform too long as a whole is asked in halves.
      if (thrown instanceof GraphRefusal && classOf(thrown) === 'heavy' && calls.length > 1) {
        const half = Math.ceil(calls.length / 2)
        return [...(await this.batch(calls.slice(0, half))), ...(await this.batch(calls.slice(half)))]
      }
      if (!(thrown instanceof PartsOpen)) throw asError(thrown, this.#occasion(first, thrown))
    }
    return calls.map((call) => {
      const answer = answers.get(call)
      if (answer instanceof GraphRefusal) return errorOf(answer, this.#occasion(call, answer))
      return (
        answer ??
        new ServiceError('UPSTREAM_TIMEOUT', {
          values: { platform: 'social' },
          note: 'a part without an answer',
        })
      )
    })
  }

  async #readAgain(given: GraphCall): Promise<Json> {
    let call = given
    let occasion: Occasion | undefined
    try {
      return await this.#platform.retries.run(
        () => this.#withToken(call, () => this.#send(call)),
        (error, attempts) => {
          occasion = this.#occasion(call, error)
          if (!(error instanceof GraphRefusal)) return isPassing(error, attempts) ? 0 : undefined
          const kind = classOf(error)
          if (kind === 'heavy') {
            const limit = Math.floor(Number(call.params['limit'] ?? 0) / 2)
            if (limit < 1) return undefined
            call = { ...call, params: { ...call.params, limit: String(limit) } }
            return 0
          }
          if (kind === 'rate_limited') {
            const { waitSeconds = 60 } = occasion
            return attempts === 1 && waitSeconds <= longestWaitSeconds ? waitSeconds * 1000 : undefined
          }
          // An unknown error is tried twice, as the platform advises.
          return kind === 'transient' && (error.code !== 1 || attempts < 2) ? 0 : undefined
        },
      )
    } catch (thrown) {
      throw asError(thrown, occasion ?? this.#occasion(call, thrown))
    }
  }

  /** Once more with a newer token when the platform refuses this one: nothing was done then. */
  async #withToken<Value>(call: GraphCall, send: () => Promise<Value>): Promise<Value> {
    try {
      return await send()
    } catch (thrown) {
      if (!(thrown instanceof GraphRefusal) || !this.#tokens.isAbout(call, thrown)) throw thrown
      await this.#tokens.renew(call, thrown)
      return await send()
    }
  }

  async #send(call: GraphCall): Promise<Json> {
    const { upstream, endpoints, limiter } = this.#platform
    const token = await this.#tokens.of(call)
    const leave = await limiter.enter([call.bucket])
    try {
      const response = await upstream.send(requestOf(call, endpoints, token))
      limiter.note(call.bucket, response.headers)
      return readAnswer(response)
    } finally {
      leave()
    }
  }

  async #sendBatch(calls: readonly GraphCall[], answers: Map<GraphCall, Json | GraphRefusal>): Promise<void> {
    const [first] = calls
    if (!first) return
    const { upstream, endpoints, limiter } = this.#platform
    const token = await this.#tokens.of(first)
    const leave = await limiter.enter(calls.map(({ bucket }) => bucket))
    try {
      const entries = readBatch(await upstream.send(batchRequestOf(calls, endpoints, token)))
      for (const [index, call] of calls.entries()) {
        const entry = entries[index]
        if (!entry) continue
        limiter.note(call.bucket, entry.headers)
        answers.set(call, entry instanceof GraphRefusal ? entry : entry.body)
      }
    } finally {
      leave()
    }
  }

  #occasion(call: GraphCall, thrown: unknown): Occasion {
    const base = {
      names: call.names ?? {},
      account: this.#account,
      paged: ['after', 'before', '__paging_token'].some((name) => name in call.params),
    }
    if (!(thrown instanceof GraphRefusal) || classOf(thrown) !== 'rate_limited') return base
    const wholeApp = thrown.code === 4 || thrown.code === 341
    return { ...base, waitSeconds: this.#platform.limiter.block(call.bucket, thrown.headers, wholeApp) }
  }
}

/** Some parts of a batch have no answer that stands. */
class PartsOpen extends Error {}

function isOpen(answer: Json | GraphRefusal | undefined): boolean {
  return answer === undefined || (answer instanceof GraphRefusal && classOf(answer) === 'transient')
}

/** Failures after which the same read may succeed. Who waited in vain twice does not wait again. */
function isPassing(thrown: unknown, attempts: number): boolean {
  if (thrown instanceof GraphRefusal) return classOf(thrown) === 'transient'
  if (!(thrown instanceof UpstreamFailure)) return false
  return thrown.kind === 'timeout' ? attempts < 2 : thrown.kind !== 'too_large'
}

function tooLong(count: number): ServiceError {
  const problem = `the list has more than ${count} entries, more than this operation reads.`
  return new ServiceError('PLATFORM_REJECTED', { values: { platform: 'social', problem } })
}
