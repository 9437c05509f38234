// The request rate of a key, counted by one process alone or together with others.

import type { Runtime } from '../runtime/runtime.ts'
import { type RateLimitStatus, TokenBuckets } from './tokenBuckets.ts'

export interface KeyLimits {
  readonly requestsPerMinute: number
  readonly burst: number
  /**
   * The maximum number of a key's requests in flight. One user gets at most as many of them as stay free for
   * the others.
   */
  readonly maxInFlightPerKey: number
}

export interface RateLimiter {
  /**
   * Resolves when the key's next request can be decided on. Undefined if the decision is possible without the
   * database.
   */
  prepare(keyId: string, inUse: number): Promise<void> | undefined
  /** Takes one request from the quota if one is left. */
  tryTake(keyId: string): RateLimitStatus
  /** Returns a request that was taken but then refused. */
  refund(keyId: string): void
  /** The result that taking a request would have, without taking one. */
  peek(keyId: string): RateLimitStatus
  /** How many requests of the key can be in flight in this process, and how many in other processes. */
  slots(keyId: string): { readonly local: number; readonly remote: number }
  /** Returns unused quota to the other processes and renews the slices in use. */
  rebalance(): Promise<void>
  stop(): Promise<void>
}

/** For a process that runs alone, so that every decision is local. */
export class LocalRateLimiter implements RateLimiter {
  readonly #limits: KeyLimits
  readonly #buckets: TokenBuckets

  constructor(runtime: Runtime, limits: KeyLimits) {
    this.#limits = limits
    const { requestsPerMinute: perMinute, burst } = limits
    this.#buckets = new TokenBuckets(runtime, { perMinute, burst, maxNames: 100_000 })
  }

  prepare(): undefined {}

  tryTake(keyId: string): RateLimitStatus {
    return this.#buckets.tryTake(keyId)
  }

  refund(keyId: string): void {
    this.#buckets.refund(keyId)
  }

  peek(keyId: string): RateLimitStatus {
    return this.#buckets.peek(keyId)
  }

  slots(): { local: number; remote: number } {
    return { local: this.#limits.maxInFlightPerKey, remote: 0 }
  }

  async rebalance(): Promise<void> {}

  async stop(): Promise<void> {}
}
