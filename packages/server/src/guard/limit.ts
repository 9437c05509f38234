// How much one key, and all of them together, may ask for at a time.

import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Allowance, TokenBuckets } from './buckets.ts'

export interface Limits {
  readonly requestsPerMinute: number
  readonly burst: number
  /** Requests of one key at the same time. */
  readonly inFlightPerKey: number
  /** Requests of all keys at the same time; beyond it the process is overloaded. */
  readonly inFlight: number
}

export interface Admission {
  readonly allowance: Allowance
  /** Must be called when the request is done. */
  leave(): void
}

export class Limiter {
  readonly #limits: Limits
  readonly #buckets: TokenBuckets
  readonly #inFlight = new Map<string, number>()
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

  enter(keyId: string): Admission {
    if (this.#total >= this.#limits.inFlight) throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1 })
    const mine = this.#inFlight.get(keyId) ?? 0
    if (mine >= this.#limits.inFlightPerKey) throw tooFast(1, 'too many requests in flight')
    const allowance = this.#buckets.take(keyId)
    if (allowance.waitSeconds > 0) throw tooFast(allowance.waitSeconds, 'rate of the key exceeded')
    this.#total += 1
    this.#inFlight.set(keyId, mine + 1)
    return { allowance, leave: () => this.#leave(keyId) }
  }

  /** What the key has left, for answers to refused requests. */
  remaining(keyId: string): Allowance {
    return this.#buckets.peek(keyId)
  }

  #leave(keyId: string): void {
    this.#total -= 1
    const left = (this.#inFlight.get(keyId) ?? 1) - 1
    if (left > 0) this.#inFlight.set(keyId, left)
    else this.#inFlight.delete(keyId)
  }
}

function tooFast(seconds: number, note: string): ServiceError {
  return new ServiceError('RATE_LIMITED', { values: { seconds }, retryAfterSeconds: seconds, note })
}
