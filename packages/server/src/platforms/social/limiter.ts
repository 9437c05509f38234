// Slows down calls before the platform blocks an ad account. A block of one account never stops calls of
// another.
// https://developers.facebook.com/docs/graph-api/overview/rate-limiting

import { Cache } from '../../concurrency/cache.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { QuotaUsage } from '../connector-kit/dayQuota.ts'
import { acquireQuota, wrapWithQuota } from '../connector-kit/quotaWait.ts'
import { Semaphore } from '../connector-kit/semaphore.ts'
import type { Sender } from '../connector-kit/upstream.ts'
import { BucketUsage } from './bucketUsage.ts'
import { appBucket, type Bucket, listBuckets, parseUsageHeaders } from './usageHeaders.ts'

/** The parts of a call that the limiter needs. */
interface ChargedCall {
  readonly bucket: Bucket
  readonly method: 'GET' | 'POST' | 'DELETE'
}

const maxCallsPerObject = 4
/** Slightly below the number of connections per host. */
const maxAppCalls = 60
const slowPercent = 75
const pointsByMethod = { GET: 1, POST: 3, DELETE: 3 } as const
/** Duration of blocks whose end the platform does not report: the documented duration for a standard app. */
const defaultBlockSeconds = 60

export class SocialLimiter {
  readonly #runtime: Runtime
  readonly #usageByBucket: Cache<BucketUsage>
  /** The bucket with the highest usage, by bucket type. */
  readonly #fullestByType = new Map<string, BucketUsage>()
  readonly #semaphores = new Map<string, Semaphore>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.#usageByBucket = new Cache(runtime, { ttlMs: 24 * 3_600_000, maxSize: 50_000 })
  }

  /**
   * Waits for a permit and free quota as long as the request has time. Throws when the platform would refuse
   * the calls. The returned function releases the permit.
   */
  async acquire(calls: readonly ChargedCall[]): Promise<() => void> {
    const points = sumPointsByUsage(calls, (bucket) => this.#usageFor(bucket))
    if (this.#msUntilFree(points) > 0)
      await acquireQuota(this.#runtime, 'social', () => this.#msUntilFree(points))
    const objects = calls
      .filter(({ bucket }) => bucket.type !== 'platform')
      .map(({ bucket }) => bucket.object)
    const now = this.#runtime.monotonic()
    const isSlow = [...points.keys()].some((usage) => usage.percent(now) >= slowPercent)
    const semaphores = [...new Set(objects)].map((object) =>
      this.#semaphoreFor(object, isSlow ? 1 : maxCallsPerObject),
    )
    const releases: (() => void)[] = []
    const releaseAll = () => {
      for (const release of releases.reverse()) release()
    }
    try {
      for (const semaphore of [...semaphores, this.#semaphoreFor('', maxAppCalls)])
        releases.push(await semaphore.acquire())
      // The calls that finished meanwhile may have reported new usage.
      if (this.#tryTake(points) > 0) await acquireQuota(this.#runtime, 'social', () => this.#tryTake(points))
      for (const [usage, sentPoints] of points) releases.push(() => usage.recordDone(sentPoints))
      return releaseAll
    } catch (error) {
      releaseAll()
      throw error
    }
  }

  /** Wraps a sender for calls during linking. */
  wrap(sender: Sender): Sender {
    return wrapWithQuota(sender, async ({ method }) => {
      const release = await this.acquire([{ bucket: appBucket, method: method === 'POST' ? 'POST' : 'GET' }])
      return { release, onResponse: ({ headers }) => this.recordUsage(appBucket, headers) }
    })
  }

  /** Records the usage that the headers of a response report. */
  recordUsage(bucket: Bucket, headers: Readonly<Record<string, string>>): void {
    const now = this.#runtime.monotonic()
    for (const { bucket: reportedBucket, percent, blockedSeconds } of parseUsageHeaders(bucket, headers)) {
      const usage = this.#usageFor(reportedBucket)
      usage.recordReport(percent, blockedSeconds * 1000, now)
      const fullestUsage = this.#fullestByType.get(reportedBucket.type)
      if (!fullestUsage || usage.percent(now) >= fullestUsage.percent(now))
        this.#fullestByType.set(reportedBucket.type, usage)
    }
  }

  /** Blocks calls after the platform refused one because of a rate limit. */
  block(bucket: Bucket, headers: Readonly<Record<string, string>>, isAppLimit: boolean): void {
    this.recordUsage(bucket, headers)
    const usage = this.#usageFor(isAppLimit ? appBucket : bucket)
    const now = this.#runtime.monotonic()
    usage.recordReport(100, usage.blockedMs(now) || defaultBlockSeconds * 1000, now)
  }

  /** Number of seconds during which calls of this bucket are blocked. */
  waitSeconds(bucket: Bucket): number {
    return Math.ceil(this.#blockedMs([this.#usageFor(bucket)]) / 1000)
  }

  quotaUsage(): readonly QuotaUsage[] {
    const now = this.#runtime.monotonic()
    return [...this.#fullestByType].map(([kind, usage]) => ({ kind, used: usage.percent(now) / 100 }))
  }

  #blockedMs(usages: Iterable<BucketUsage>): number {
    const now = this.#runtime.monotonic()
    return Math.max(...[this.#usageFor(appBucket), ...usages].map((usage) => usage.blockedMs(now)))
  }

  #msUntilFree(points: ReadonlyMap<BucketUsage, number>): number {
    const now = this.#runtime.monotonic()
    // Calls during a block extend the block.
    const blockedMs = this.#blockedMs(points.keys())
    return Math.max(
      blockedMs,
      ...[...points].map(([usage, neededPoints]) => usage.msUntilFree(neededPoints, now)),
    )
  }

  #tryTake(points: ReadonlyMap<BucketUsage, number>): number {
    const waitMs = this.#msUntilFree(points)
    const now = this.#runtime.monotonic()
    if (waitMs === 0) for (const [usage, neededPoints] of points) usage.recordSent(neededPoints, now)
    return waitMs
  }

  #usageFor({ type, object }: Bucket): BucketUsage {
    const key = `${type}:${object}`
    const existing = this.#usageByBucket.get(key)
    if (existing) return existing
    const created = new BucketUsage(windowSecondsByType[type] * 1000)
    this.#usageByBucket.set(key, created)
    return created
  }

  #semaphoreFor(object: string, capacity: number): Semaphore {
    let semaphore = this.#semaphores.get(object)
    if (!semaphore) {
      const created = new Semaphore(this.#runtime, () => this.#semaphores.delete(object))
      this.#semaphores.set(object, created)
      semaphore = created
    }
    semaphore.capacity = capacity
    return semaphore
  }
}

/** Window after which usage expires. */
const windowSecondsByType: Readonly<Record<Bucket['type'], number>> = {
  account_score: 300,
  ads_management: 3600,
  ads_insights: 3600,
  custom_audience: 3600,
  platform: 3600,
  pages: 86_400,
  instagram: 86_400,
  leadgen: 86_400,
}

function sumPointsByUsage(
  calls: readonly ChargedCall[],
  findUsage: (bucket: Bucket) => BucketUsage,
): Map<BucketUsage, number> {
  const points = new Map<BucketUsage, number>()
  for (const { bucket, method } of calls)
    for (const usage of listBuckets(bucket).map(findUsage))
      points.set(usage, (points.get(usage) ?? 0) + pointsByMethod[method])
  return points
}
