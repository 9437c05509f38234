// Limits the rate and the concurrency of each user, key and workspace, and the concurrency of the whole
// process.

import { NamedCounts } from '../concurrency/namedCounts.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Store } from '../store/tables.ts'
import { type KeyLimits, LocalRateLimiter, type RateLimiter } from './rateLimiter.ts'
import { SharedRateLimiter } from './sharedRateLimiter.ts'
import type { RateLimitStatus } from './tokenBuckets.ts'
import { WorkspaceFairShare } from './workspaceFairShare.ts'

export interface RequestLimits extends KeyLimits {
  /**
   * The default rate of a workspace, as a multiple of a key's rate. Keys that the operator created can raise
   * it.
   */
  readonly workspaceRateInKeys: number
  /** The maximum number of requests of all keys in flight. Beyond that, the process is overloaded. */
  readonly maxInFlight: number
}

/** The subject of the limits: a key, by the ID of its chain, and its workspace. */
export interface LimitSubject {
  readonly keyLine: string
  readonly workspaceId: string
  readonly ratedKeyCount: number
}

/** This many extra requests are admitted for urgent operations when all regular slots are taken. */
const urgentSlots = 16

/** The status of the limit with the fewest requests left. */
export interface RemainingLimit extends RateLimitStatus {
  readonly limit: 'key' | 'workspace'
  /** The `RateLimit-Policy` header: a burst of q within w seconds. */
  readonly policy: string
}

/** Requests in flight are limited per key and process, not per workspace. */
const unlimitedSlots = 1_000_000_000

export interface Admission {
  readonly remaining: RemainingLimit
  /** Called once the body is read. Refuses a request that would take the slots of other users. */
  start(userId: string | undefined): void
  /** Must be called when the request ends. */
  release(): void
}

export class RequestLimiter {
  readonly #limits: RequestLimits
  readonly #keyLimiter: RateLimiter
  /** The limiters of workspaces, by their rate as a multiple of a key's rate. */
  readonly #workspaceLimiters = new Map<number, RateLimiter>()
  readonly #makeRateLimiter: (limits: KeyLimits, inUse: (name: string) => number) => RateLimiter
  readonly #isShared: boolean
  readonly #fairShare: WorkspaceFairShare
  /** By key: requests whose body is not read yet, so that their user is unknown. */
  readonly #arrivingByKey = new NamedCounts()
  /** By key: requests in progress. */
  readonly #runningByKey = new NamedCounts()
  /** Requests in progress, by key and user. */
  readonly #runningByUser = new NamedCounts()
  #inFlight = 0

  /** Processes on the same store count together. Without a store, the process counts alone. */
  constructor(runtime: Runtime, limits: RequestLimits, store?: Store) {
    this.#limits = limits
    this.#fairShare = new WorkspaceFairShare(runtime)
    this.#makeRateLimiter = (limits, inUse) =>
      store ? new SharedRateLimiter({ store, runtime, limits, inUse }) : new LocalRateLimiter(runtime, limits)
    this.#keyLimiter = this.#makeRateLimiter(limits, (keyLine) => this.#inUse(keyLine))
    this.#isShared = store !== undefined
  }

  async acquire(subject: LimitSubject, isUrgent = false): Promise<Admission> {
    const { keyLine, workspaceId } = subject
    const freeSlots = this.#limits.maxInFlight - this.#inFlight
    const isOverloaded = !this.#fairShare.canTake(workspaceId, freeSlots)
    if (isOverloaded && !(isUrgent && freeSlots > -urgentSlots))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
    this.#inFlight += 1
    const releaseShare = this.#fairShare.acquire(workspaceId)
    const release = () => {
      this.#inFlight -= 1
      releaseShare()
    }
    try {
      for (;;) {
        const keyReady = this.#keyLimiter.prepare(keyLine, this.#inUse(keyLine))
        const workspaceReady = this.#workspaceLimiter(subject).prepare(workspaceLimitName(subject), 0)
        if (!keyReady && !workspaceReady) return this.#admit(subject, release)
        await Promise.all([keyReady, workspaceReady])
      }
    } catch (error) {
      release()
      throw error
    }
  }

  #inUse(keyLine: string): number {
    const [arriving, running] = [this.#arrivingByKey.get(keyLine), this.#runningByKey.get(keyLine)]
    // If other processes have the remaining slots, a request needs its slot on arrival: none may be free
    // later.
    return this.#isShared ? arriving + running : Math.max(arriving, running)
  }

  #workspaceLimiter({ ratedKeyCount }: LimitSubject): RateLimiter {
    const multiple = this.#rateMultiple(ratedKeyCount)
    const existing = this.#workspaceLimiters.get(multiple)
    if (existing) return existing
    const { burst, requestsPerMinute } = this.#limits
    const limits = {
      requestsPerMinute: requestsPerMinute * multiple,
      burst: burst * multiple,
      maxInFlightPerKey: unlimitedSlots,
    }
    const created = this.#makeRateLimiter(limits, () => 0)
    this.#workspaceLimiters.set(multiple, created)
    return created
  }

  #rateMultiple(ratedKeys: number): number {
    return Math.max(this.#limits.workspaceRateInKeys, ratedKeys)
  }

  #admit(subject: LimitSubject, releaseShare: () => void): Admission {
    const { keyLine } = subject
    if (this.#inUse(keyLine) >= this.#keyLimiter.slots(keyLine).local)
      throw rateLimitedError(1, 'too many requests in flight')
    const keyStatus = this.#keyLimiter.tryTake(keyLine)
    if (keyStatus.waitSeconds > 0) throw rateLimitedError(keyStatus.waitSeconds, 'rate of the key exceeded')
    const workspaceStatus = this.#workspaceLimiter(subject).tryTake(workspaceLimitName(subject))
    if (workspaceStatus.waitSeconds > 0) {
      this.#keyLimiter.refund(keyLine)
      throw rateLimitedError(workspaceStatus.waitSeconds, 'rate of the workspace exceeded')
    }
    let release = this.#arrivingByKey.increment(keyLine)
    return {
      remaining: this.#scarcerLimit(subject, keyStatus, workspaceStatus),
      start: (userId) => {
        release()
        release = () => {}
        release = this.#startForUser(subject, userId)
      },
      release: () => {
        releaseShare()
        release()
      },
    }
  }

  /**
   * A user whose calls hang takes at most as many slots as stay free, so other users of the key always find
   * some.
   */
  #startForUser(subject: LimitSubject, userId: string | undefined): () => void {
    const { keyLine } = subject
    const { remote } = this.#keyLimiter.slots(keyLine)
    const freeSlots = this.#limits.maxInFlightPerKey - remote - this.#runningByKey.get(keyLine)
    const userKey = `${keyLine} ${userId}`
    const userRunning = userId === undefined ? 0 : this.#runningByUser.get(userKey)
    if (userRunning >= freeSlots) {
      this.#keyLimiter.refund(keyLine)
      this.#workspaceLimiter(subject).refund(workspaceLimitName(subject))
      throw rateLimitedError(
        1,
        userId === undefined ? 'too many requests in flight' : 'too many of one user in flight',
      )
    }
    const releases = [this.#runningByKey.increment(keyLine)]
    if (userId !== undefined) releases.push(this.#runningByUser.increment(userKey))
    return () => {
      for (const release of releases) release()
    }
  }

  /** Whether another workspace sends more than twice as many requests. */
  isLightLoad(workspaceId: string): boolean {
    return this.#fairShare.isLightLoad(workspaceId)
  }

  /** The status of the scarcer limit, for refused requests. */
  remaining(subject: LimitSubject): RemainingLimit {
    const workspaceStatus = this.#workspaceLimiter(subject).peek(workspaceLimitName(subject))
    return this.#scarcerLimit(subject, this.#keyLimiter.peek(subject.keyLine), workspaceStatus)
  }

  #scarcerLimit(
    { ratedKeyCount }: LimitSubject,
    keyStatus: RateLimitStatus,
    workspaceStatus: RateLimitStatus,
  ): RemainingLimit {
    const limit = workspaceStatus.remaining < keyStatus.remaining ? 'workspace' : 'key'
    const { burst, requestsPerMinute } = this.#limits
    const multiple = limit === 'key' ? 1 : this.#rateMultiple(ratedKeyCount)
    const policy = `"${limit}";q=${burst * multiple};w=${Math.ceil((burst * 60) / requestsPerMinute)}`
    return { ...(limit === 'key' ? keyStatus : workspaceStatus), limit, policy }
  }

  /** Returns unused quota to other processes. */
  async rebalance(): Promise<void> {
    for (const limiter of this.#allLimiters()) await limiter.rebalance()
  }

  async stop(): Promise<void> {
    for (const limiter of this.#allLimiters()) await limiter.stop()
  }

  #allLimiters(): RateLimiter[] {
    return [this.#keyLimiter, ...this.#workspaceLimiters.values()]
  }
}

/** Keys and workspaces share one table. */
function workspaceLimitName({ workspaceId }: LimitSubject): string {
  return `workspace/${workspaceId}`
}

function rateLimitedError(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
