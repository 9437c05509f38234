// Provides keyword ideas for all users from adrail's own account: one request per second, and cached for a
// day.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { ErrorCode } from '@adrail/contract'
import { FairQueue, type QueueEntry } from '../../concurrency/fairQueue.ts'
import { dayMs } from '../../runtime/durations.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { currentQueueEntry, timeLeftMs } from '../connector-kit/deadline.ts'
import type { LookupCache, LookupKind } from '../connector-kit/lookupCaches.ts'
import { lookupName } from '../connector-kit/platform.ts'
import type { AppConfig } from '../connector-kit/provider.ts'
import { upstreamRateLimitError } from '../connector-kit/quotaWait.ts'
import type { SearchCatalogs } from './catalogs.ts'
import type { SearchConnector } from './connector.ts'
import { type GeoTarget, ideasRow, type KeywordIdea, type SearchLanguage } from './rows.ts'

/** The planner uses this subset of a connector. */
type IdeaSource = Pick<SearchConnector, 'keywordIdeas'> & {
  readonly catalogs: Pick<SearchCatalogs, 'languages' | 'geoTargets'>
}
interface Waiter extends QueueEntry {
  begin(): void
  refuse(error: ServiceError): void
}
type KeywordQuery = Parameters<SearchConnector['keywordIdeas']>[0]

/** For the service account, the operator has to fix the problems that a user fixes for a linked account. */
const accountErrorCodes: ReadonlySet<ErrorCode> = new Set([
  'ACCOUNT_RELINK_REQUIRED',
  'ACCOUNT_SUSPENDED',
  'PERMISSION_MISSING',
])

/** The platform allows one request per second. The margin covers the difference between the two clocks. */
const minIntervalMs = 1100
/** The limit keeps the wait below about 20 seconds. Further requests fail with a retry delay. */
const maxWaiting = 18

/**
 * Google asks its users to cache the responses, which change once a month. Costs are in the currency of the
 * account that sends the request. https://developers.google.com/google-ads/api/docs/keyword-planning/overview
 */
export function createIdeasLookupKind(
  appConfig: AppConfig,
  accountId: string,
): LookupKind<readonly KeywordIdea[]> {
  return {
    name: lookupName('search', appConfig, `ideas of ${accountId}`),
    ttlMs: dayMs,
    // Each entry has up to 1,000 ideas.
    maxSize: 200,
    parse: (results) => ideasRow.parse({ results }).results ?? [],
    isSharedAccount: true,
  }
}

export class KeywordPlanner {
  readonly #source: IdeaSource
  readonly #runtime: Runtime
  readonly #cache: LookupCache<readonly KeywordIdea[]>
  readonly #queue = new FairQueue<Waiter>()
  #isServing = false
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(source: IdeaSource, cache: LookupCache<readonly KeywordIdea[]>, runtime: Runtime) {
    this.#source = source
    this.#cache = cache
    this.#runtime = runtime
  }

  async languages(): Promise<readonly SearchLanguage[]> {
    return await withOperatorErrors(this.#source.catalogs.languages())
  }

  async geoTargets(ids: readonly string[]): Promise<ReadonlyMap<string, GeoTarget>> {
    return await withOperatorErrors(this.#source.catalogs.geoTargets(ids))
  }

  async ideas(query: KeywordQuery): Promise<readonly KeywordIdea[]> {
    const { keyword, languageId, geoTargetIds } = query
    const cacheKey = JSON.stringify([keyword.trim().toLowerCase(), languageId, geoTargetIds.toSorted()])
    return await this.#cache.getOrLoad(cacheKey, async () => {
      await this.#awaitTurn()
      return await withOperatorErrors(this.#source.keywordIdeas(query))
    })
  }

  /**
   * Workspaces take turns. When the queue is full, the workspace with the most waiting requests loses its
   * last one.
   */
  #awaitTurn(): Promise<void> {
    const { workspaceId, deadlineAt } = currentQueueEntry()
    const aheadCount = this.#queue.countAhead(workspaceId)
    const evicted = this.#queue.size < maxWaiting ? undefined : this.#queue.findEvictable(workspaceId)
    const isFull = this.#queue.size >= maxWaiting && !evicted
    if (isFull || aheadCount * minIntervalMs > timeLeftMs())
      return Promise.reject(toQueueFullError(aheadCount))
    if (evicted && this.#queue.remove(evicted)) evicted.refuse(toQueueFullError(this.#queue.size))
    return new Promise((resolve, reject) => {
      this.#queue.add({ workspaceId, deadlineAt, begin: resolve, refuse: reject })
      void this.#serve()
    })
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return
    this.#isServing = true
    // Requests that arrive in the same tick join the queue before the first request is chosen.
    await Promise.resolve()
    while (this.#queue.size > 0) {
      const waitMs = this.#nextAt - this.#runtime.monotonic()
      if (waitMs > 0) await this.#runtime.pause(waitMs)
      this.#nextAt = this.#runtime.monotonic() + minIntervalMs
      this.#queue.dequeue()?.begin()
    }
    this.#isServing = false
  }
}

function toQueueFullError(aheadCount: number): ServiceError {
  return upstreamRateLimitError('search', (aheadCount * minIntervalMs) / 1000)
}

async function withOperatorErrors<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof ServiceError) || !accountErrorCodes.has(error.code)) throw error
    throw new ServiceError('KEYWORD_IDEAS_NOT_CONFIGURED', { note: error.message, cause: error })
  }
}
