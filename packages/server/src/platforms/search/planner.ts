// Provides keyword ideas for all users from adrail's own account: one request per second, and cached for a
// day.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { ErrorCode } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { FairQueue, type Waiting } from '../../base/fairQueue.ts'
import type { Runtime } from '../../base/runtime.ts'
import { timeLeftMs, waiting } from '../kit/deadline.ts'
import type { Lookup, LookupKind } from '../kit/lookups.ts'
import { lookupName } from '../kit/platform.ts'
import type { Endpoints } from '../kit/provider.ts'
import { rateLimited } from '../kit/room.ts'
import type { Catalogues } from './catalogues.ts'
import type { SearchConnector } from './connector.ts'
import { type GeoTarget, ideasRow, type KeywordIdea, type Language } from './rows.ts'

/** The planner uses this subset of a connector. */
type Source = Pick<SearchConnector, 'keywordIdeas'> & {
  readonly catalogues: Pick<Catalogues, 'languages' | 'geoTargets'>
}
interface Waiter extends Waiting {
  begin(): void
  refuse(error: ServiceError): void
}
type Question = Parameters<SearchConnector['keywordIdeas']>[0]

/** For the service account, the operator has to fix the problems that a user fixes for a linked account. */
const aboutAccount: ReadonlySet<ErrorCode> = new Set([
  'ACCOUNT_RELINK_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'PERMISSION_MISSING',
])

/** The platform allows one request per second. The margin covers the difference between the two clocks. */
const apartMs = 1100
const dayMs = 24 * 60 * 60 * 1000
/** The limit keeps the wait below about 20 seconds. Further requests fail with a retry delay. */
const mostWaiting = 18

/**
 * Google asks its users to cache the responses, which change once a month. Costs are in the currency of the
 * account that sends the request. https://developers.google.com/google-ads/api/docs/keyword-planning/overview
 */
export function ideasKind(endpoints: Endpoints, accountId: string): LookupKind<readonly KeywordIdea[]> {
  return {
    name: lookupName('search', endpoints, `ideas of ${accountId}`),
    keepMs: dayMs,
    // Each entry has up to 1,000 ideas.
    most: 200,
    read: (results) => ideasRow.read({ results }).results ?? [],
    asksAsOne: true,
  }
}

export class KeywordPlanner {
  readonly #source: Source
  readonly #runtime: Runtime
  readonly #known: Lookup<readonly KeywordIdea[]>
  readonly #waiting = new FairQueue<Waiter>()
  #isServing = false
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(source: Source, known: Lookup<readonly KeywordIdea[]>, runtime: Runtime) {
    this.#source = source
    this.#known = known
    this.#runtime = runtime
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
    return await this.#known.recall(name, async () => {
      await this.#takeTurn()
      return await asService(this.#source.keywordIdeas(question))
    })
  }

  /**
   * Workspaces take turns. When the queue is full, the workspace with the most waiting requests loses its
   * last one.
   */
  #takeTurn(): Promise<void> {
    const { workspaceId, endsAt } = waiting()
    const before = this.#waiting.before(workspaceId)
    const spare = this.#waiting.size < mostWaiting ? undefined : this.#waiting.spare(workspaceId)
    const isFull = this.#waiting.size >= mostWaiting && !spare
    if (isFull || before * apartMs > timeLeftMs()) return Promise.reject(comeBackAfter(before))
    if (spare && this.#waiting.remove(spare)) spare.refuse(comeBackAfter(this.#waiting.size))
    return new Promise((resolve, reject) => {
      this.#waiting.add({ workspaceId, endsAt, begin: resolve, refuse: reject })
      void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return
    this.#isServing = true
    // Requests that arrive in the same tick join the queue before the first request is chosen.
    await Promise.resolve()
    while (this.#waiting.size > 0) {
      const waitMs = this.#nextAt - this.#runtime.monotonic()
      if (waitMs > 0) await this.#runtime.pause(waitMs)
      this.#nextAt = this.#runtime.monotonic() + apartMs
      this.#waiting.next()?.begin()
    }
    this.#isServing = false
  }
}

function comeBackAfter(questions: number): ServiceError {
  return rateLimited('search', (questions * apartMs) / 1000)
}

async function asService<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ServiceError) || !aboutAccount.has(error.code)) throw error
    throw new ServiceError('KEYWORD_IDEAS_NOT_CONFIGURED', { note: error.message, cause: error })
  }
}
