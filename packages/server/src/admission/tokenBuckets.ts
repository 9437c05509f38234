// Token buckets: a sustained rate per minute, with bursts.

import type { Runtime } from '../runtime/runtime.ts'

export interface BucketLimits {
  readonly perMinute: number
  readonly burst: number
  /** The maximum number of names. Beyond it, the name that was unused for the longest time is dropped. */
  readonly maxNames: number
}

export interface RateLimitStatus {
  /** Zero if the request is allowed. */
  readonly waitSeconds: number
  readonly remaining: number
  /** The time until the full burst is available again. */
  readonly resetSeconds: number
}

export class TokenBuckets {
  readonly limits: BucketLimits
  readonly #runtime: Runtime
  readonly #buckets = new Map<string, { tokens: number; updatedAt: number }>()

  constructor(runtime: Runtime, limits: BucketLimits) {
    this.#runtime = runtime
    this.limits = limits
  }

  /** Takes a token if there is one. */
  tryTake(name: string): RateLimitStatus {
    const bucket = this.#refill(name)
    const isAllowed = bucket.tokens >= 1
    if (isAllowed) bucket.tokens -= 1
    this.#buckets.delete(name)
    if (this.#buckets.size >= this.limits.maxNames) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    this.#buckets.set(name, bucket)
    return this.#toStatus(bucket.tokens, isAllowed)
  }

  /** Charges extra tokens for a request that turned out to cost more. The debt is at most one burst. */
  charge(name: string, tokens: number): void {
    const bucket = this.#buckets.get(name)
    if (bucket) bucket.tokens = Math.max(-this.limits.burst, bucket.tokens - tokens)
  }

  /** Returns the token of a request that was refused after all. */
  refund(name: string): void {
    const bucket = this.#buckets.get(name)
    if (bucket) bucket.tokens = Math.min(this.limits.burst, bucket.tokens + 1)
  }

  /** The result that taking a token would have, without taking one. */
  peek(name: string): RateLimitStatus {
    const { tokens } = this.#refill(name)
    return this.#toStatus(tokens, tokens >= 1)
  }

  #refill(name: string): { tokens: number; updatedAt: number } {
    const now = this.#runtime.monotonic()
    const bucket = this.#buckets.get(name)
    if (!bucket) return { tokens: this.limits.burst, updatedAt: now }
    const refilledTokens = ((now - bucket.updatedAt) * this.limits.perMinute) / 60_000
    return { tokens: Math.min(this.limits.burst, bucket.tokens + refilledTokens), updatedAt: now }
  }

  #toStatus(tokens: number, isAllowed: boolean): RateLimitStatus {
    const perSecond = this.limits.perMinute / 60
    return {
      waitSeconds: isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((this.limits.burst - tokens) / perSecond),
    }
  }
}
