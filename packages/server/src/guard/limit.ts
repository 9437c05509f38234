// How much one user, one key, and all keys together may ask for at a time.

import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Allowance, TokenBuckets } from './buckets.ts'
import { Counts } from './counts.ts'

export interface Limits {
  readonly requestsPerMinute: number
  readonly burst: number
  /** Requests of one key at the same time. Of these a user has at most as many as stay free for the others. */
  readonly inFlightPerKey: number
  /** Requests of all keys at the same time; beyond it the process is overloaded. */
  readonly inFlight: number
}

/** Stay free for what is urgent when all others are taken. */
const placesForUrgent = 16

export interface Admission {
  readonly allowance: Allowance
  /** The body is there, and tells for which user it is, if for one; refuses what would take other users' places. */
  begin(userId: string | undefined): void
  /** Must be called when the request is done. */
  leave(): void
}

export class Limiter {
  readonly #limits: Limits
  readonly #buckets: TokenBuckets
  /** By key: requests whose body is on its way, so that nobody knows yet for which user they are. */
  readonly #arriving = new Counts()
  /** By key: requests that are being carried out. */
  readonly #running = new Counts()
  /** The same by key and user. */
  readonly #runningOfUser = new Counts()
  #total = 0

  constructor(runtime: Runtime, limits: Limits) {
    this.#limits = limits
    this.#buckets = new TokenBuckets(runtime, {
      perMinute: limits.requestsPerMinute,
      burst: limits.burst,
      most: 100_000,
    })
  }

  /** The `RateLimit-Policy` header: a burst of q within w seconds. */
  get policy(): string {
    const { burst, requestsPerMinute } = this.#limits
    return `"key";q=${burst};w=${Math.ceil((burst * 60) / requestsPerMinute)}`
  }

  enter(keyId: string, isUrgent = false): Admission {
    const { inFlight, inFlightPerKey } = this.#limits
    if (this.#total >= inFlight + (isUrgent ? placesForUrgent : 0))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
    if (Math.max(this.#arriving.of(keyId), this.#running.of(keyId)) >= inFlightPerKey)
      throw tooFast(1, 'too many requests in flight')
    const allowance = this.#buckets.take(keyId)
    if (allowance.waitSeconds > 0) throw tooFast(allowance.waitSeconds, 'rate of the key exceeded')
    this.#total += 1
    let leave = this.#arriving.enter(keyId)
    return {
      allowance,
      begin: (userId) => {
        leave()
        leave = () => {}
        leave = this.#begin(keyId, userId)
      },
      leave: () => {
        this.#total -= 1
        leave()
      },
    }
  }

  /** A user whose calls hang takes no more places than stay free: the others of the key always find some. */
  #begin(keyId: string, userId: string | undefined): () => void {
    const free = this.#limits.inFlightPerKey - this.#running.of(keyId)
    const name = `${keyId} ${userId}`
    const mine = userId === undefined ? 0 : this.#runningOfUser.of(name)
    if (mine >= free) {
      this.#buckets.giveBack(keyId)
      throw tooFast(
        1,
        userId === undefined ? 'too many requests in flight' : 'too many of one user in flight',
      )
    }
    const leaves = [this.#running.enter(keyId)]
    if (userId !== undefined) leaves.push(this.#runningOfUser.enter(name))
    return () => {
      for (const leave of leaves) leave()
    }
  }

  /** What the key has left, for answers to refused requests. */
  remaining(keyId: string): Allowance {
    return this.#buckets.peek(keyId)
  }
}

function tooFast(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
