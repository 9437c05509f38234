// Token buckets: a sustained rate per minute, with bursts.

import type { Runtime } from '../base/runtime.ts'

export interface BucketLimits {
  readonly perMinute: number
  readonly burst: number
  /** The maximum number of names. Beyond it, the name that was unused for the longest time is dropped. */
  readonly most: number
}

export interface Allowance {
  /** Zero if the request is allowed. */
  readonly waitSeconds: number
  readonly remaining: number
  /** The time until the full burst is available again. */
  readonly resetSeconds: number
}

export class TokenBuckets {
  readonly limits: BucketLimits
  readonly #runtime: Runtime
  readonly #buckets = new Map<string, { tokens: number; at: number }>()

  constructor(runtime: Runtime, limits: BucketLimits) {
    this.#runtime = runtime
    this.limits = limits
  }

  /** Takes a token if there is one. */
  take(name: string): Allowance {
    const bucket = this.#filled(name)
    const passes = bucket.tokens >= 1
    if (passes) bucket.tokens -= 1
    this.#buckets.delete(name)
    if (this.#buckets.size >= this.limits.most) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    this.#buckets.set(name, bucket)
    return this.#allowance(bucket.tokens, passes)
  }

  /** Charges extra tokens for a request that turned out to cost more. The debt is at most one burst. */
  charge(name: string, tokens: number): void {
    const bucket = this.#buckets.get(name)
    if (bucket) bucket.tokens = Math.max(-this.limits.burst, bucket.tokens - tokens)
  }

  /** Returns the token of a request that was refused after all. */
  giveBack(name: string): void {
    const bucket = this.#buckets.get(name)
    if (bucket) bucket.tokens = Math.min(this.limits.burst, bucket.tokens + 1)
  }

  /** The result that taking a token would have, without taking one. */
  peek(name: string): Allowance {
    const { tokens } = this.#filled(name)
    return this.#allowance(tokens, tokens >= 1)
  }

  #filled(name: string): { tokens: number; at: number } {
    const now = this.#runtime.monotonic()
    const bucket = this.#buckets.get(name)
    if (!bucket) return { tokens: this.limits.burst, at: now }
    const gained = ((now - bucket.at) * this.limits.perMinute) / 60_000
    return { tokens: Math.min(this.limits.burst, bucket.tokens + gained), at: now }
  }

  #allowance(tokens: number, passes: boolean): Allowance {
    const perSecond = this.limits.perMinute / 60
    return {
      waitSeconds: passes ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond)),
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((this.limits.burst - tokens) / perSecond),
    }
  }
}
