// Keyword ideas for everybody, from the service's own account: one question a second, and none twice within a day.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { ErrorCode } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { Flights } from '../../base/flights.ts'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { rateLimited } from '../kit/room.ts'
import type { Catalogues } from './catalogues.ts'
import type { SearchConnector } from './connector.ts'
import type { GeoTarget, KeywordIdea, Language } from './rows.ts'

/** What the planner needs of a connector. */
type Source = Pick<SearchConnector, 'keywordIdeas'> & {
  readonly catalogues: Pick<Catalogues, 'languages' | 'geoTargets'>
}
type Question = Parameters<SearchConnector['keywordIdeas']>[0]

/** What a person would have to mend about an account of theirs is for the operator to mend about the service's. */
const aboutAccount: ReadonlySet<ErrorCode> = new Set([
  'ACCOUNT_RELINK_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'PERMISSION_MISSING',
])

/** A little more than the platform's second: its clock and ours differ. */
const apartMs = 1100
const dayMs = 24 * 60 * 60 * 1000
/** Whoever would wait longer than some twenty seconds is told to come back. */
const mostWaiting = 18
/** Each has up to a thousand ideas. */
const mostAnswers = 200

export class KeywordPlanner {
  readonly #source: Source
  readonly #runtime: Runtime
  readonly #answers: Memory<readonly KeywordIdea[]>
  readonly #flights = new Flights()
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(source: Source, runtime: Runtime) {
    this.#source = source
    this.#runtime = runtime
    this.#answers = new Memory(runtime, { keepMs: dayMs, most: mostAnswers })
  }

  async languages(): Promise<readonly Language[]> {
    return await asService(this.#source.catalogues.languages())
  }

  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, GeoTarget>> {
    return await asService(this.#source.catalogues.geoTargets(ids))
  }

  async ideas(question: Question): Promise<readonly KeywordIdea[]> {
    const { keyword, languageId, geoTargetIds } = question
    const name = JSON.stringify([keyword.trim().toLowerCase(), languageId, geoTargetIds.toSorted()])
    const known = this.#answers.get(name)
    if (known) return known
    return await this.#flights.share(name, async () => {
      await this.#takeTurn()
      const ideas = await asService(this.#source.keywordIdeas(question))
      this.#answers.set(name, ideas)
      return ideas
    })
  }

  /** Whoever comes later waits behind whoever came before. */
  async #takeTurn(): Promise<void> {
    if (this.#waiting >= mostWaiting) throw rateLimited('search', (this.#waiting * apartMs) / 1000)
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

async function asService<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ServiceError) || !aboutAccount.has(error.code)) throw error
    throw new ServiceError('KEYWORD_IDEAS_NOT_CONFIGURED', { note: error.message, cause: error })
  }
}
