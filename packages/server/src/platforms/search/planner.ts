// Keyword ideas for everybody, from the service's own account: one question a second, and none twice within a day.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import { Flights } from '../../base/flights.ts'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { SearchConnector } from './connector.ts'
import { rateLimitedFor } from './errors.ts'

/** What the planner needs of a connector. */
type Source = Pick<SearchConnector, 'keywordIdeas' | 'languages' | 'geoTargets'>
type Ideas = Awaited<ReturnType<SearchConnector['keywordIdeas']>>
type Question = Parameters<SearchConnector['keywordIdeas']>[0]

/** A little more than the platform's second: its clock and ours differ. */
const apartMs = 1100
const dayMs = 24 * 60 * 60 * 1000
/** Whoever would wait longer than some twenty seconds is told to come back. */
const mostWaiting = 18
/** Each has up to a thousand ideas. */
const mostAnswers = 200

export class KeywordPlanner {
  readonly connector: Source
  readonly #runtime: Runtime
  readonly #answers: Memory<Ideas>
  readonly #flights = new Flights()
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(connector: Source, runtime: Runtime) {
    this.connector = connector
    this.#runtime = runtime
    this.#answers = new Memory(runtime, { keepMs: dayMs, most: mostAnswers })
  }

  async ideas(question: Question): Promise<Ideas> {
    const { keyword, languageId, geoTargetIds } = question
    const name = JSON.stringify([keyword.trim().toLowerCase(), languageId, geoTargetIds.toSorted()])
    const known = this.#answers.get(name)
    if (known) return known
    return await this.#flights.share(name, async () => {
      await this.#takeTurn()
      const ideas = await this.connector.keywordIdeas(question)
      this.#answers.set(name, ideas)
      return ideas
    })
  }

  /** Whoever comes later waits behind whoever came before. */
  async #takeTurn(): Promise<void> {
    if (this.#waiting >= mostWaiting) throw rateLimitedFor((this.#waiting * apartMs) / 1000)
    this.#waiting += 1
    const mine = this.#turn.then(async () => {
      const waitMs = this.#nextAt - this.#runtime.monotonic()
      if (waitMs > 0) await this.#runtime.pause(waitMs)
      this.#nextAt = this.#runtime.monotonic() + apartMs
      this.#waiting -= 1
    })
    this.#turn = mine
    await mine
  }
}
