// Keyword ideas for everybody, from the service's own account: one question a second, and none twice within a day.
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

/** What the planner needs of a connector. */
type Source = Pick<SearchConnector, 'keywordIdeas'> & {
  readonly catalogues: Pick<Catalogues, 'languages' | 'geoTargets'>
}
interface Waiter extends Waiting {
  begin(): void
  refuse(error: ServiceError): void
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

/**
 * Google asks for its answers to be kept, which change once a month. Costs are in the currency of the account that asks.
 * https://developers.google.com/google-ads/api/docs/keyword-planning/overview
 */
export function ideasKind(endpoints: Endpoints, accountId: string): LookupKind<readonly KeywordIdea[]> {
  return {
    name: lookupName('search', endpoints, `ideas of ${accountId}`),
    keepMs: dayMs,
    // Each has up to a thousand ideas.
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

  /** In turns between workspaces. When too many wait, those of the workspace that waits for the most are sent away. */
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
    // Those who come at the same time are all there when the first one is chosen.
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
