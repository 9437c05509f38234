// The request rate of a key, counted by one process alone or together with others.

import type { Runtime } from '../base/runtime.ts'
import { type Allowance, TokenBuckets } from './buckets.ts'

export interface KeyLimits {
  readonly requestsPerMinute: number
  readonly burst: number
  /**
   * The maximum number of a key's requests in flight. One user gets at most as many of them as stay free for
   * the others.
   */
  readonly inFlightPerKey: number
}

export interface Allowances {
  /**
   * Resolves when the key's next request can be decided on. Undefined if the decision is possible without the
   * database.
   */
  prepare(keyId: string, inUse: number): Promise<void> | undefined
  /** Takes one request from the quota if one is left. */
  take(keyId: string): Allowance
  /** Returns a request that was taken but then refused. */
  giveBack(keyId: string): void
  /** The result that taking a request would have, without taking one. */
  peek(keyId: string): Allowance
  /** How many requests of the key can be in flight in this process, and how many in other processes. */
  places(keyId: string): { readonly here: number; readonly elsewhere: number }
  /** Returns unused quota to the other processes and renews the slices in use. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** For a process that runs alone, so that every decision is local. */
export class OwnAllowances implements Allowances {
  readonly #limits: KeyLimits
  readonly #buckets: TokenBuckets

  constructor(runtime: Runtime, limits: KeyLimits) {
    this.#limits = limits
    const { requestsPerMinute: perMinute, burst } = limits
    this.#buckets = new TokenBuckets(runtime, { perMinute, burst, most: 100_000 })
  }

  prepare(): undefined {}

  take(keyId: string): Allowance {
    return this.#buckets.take(keyId)
  }

  giveBack(keyId: string): void {
    this.#buckets.giveBack(keyId)
  }

  peek(keyId: string): Allowance {
    return this.#buckets.peek(keyId)
  }

  places(): { here: number; elsewhere: number } {
    return { here: this.#limits.inFlightPerKey, elsewhere: 0 }
  }

  async round(): Promise<void> {}

  async stop(): Promise<void> {}
}
