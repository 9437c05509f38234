// How much a key may still ask for: kept by this process alone, or together with others.

import type { Runtime } from '../base/runtime.ts'
import { type Allowance, TokenBuckets } from './buckets.ts'

export interface KeyLimits {
  readonly requestsPerMinute: number
  readonly burst: number
  /** Requests of one key at the same time. Of these a user has at most as many as stay free for the others. */
  readonly inFlightPerKey: number
}

export interface Allowances {
  /** Whoever has to be asked about the key's next request; nothing when it can be decided on here and now. */
  prepare(keyId: string, inUse: number): Promise<void> | undefined
  /** Takes one request off, if there is one. */
  take(keyId: string): Allowance
  /** For what was refused in the end. */
  giveBack(keyId: string): void
  /** What taking would say, without taking. */
  peek(keyId: string): Allowance
  /** How many requests of the key can be in flight in this process, and how many elsewhere. */
  places(keyId: string): { readonly here: number; readonly elsewhere: number }
  /** Gives back what is not used, and holds on to what is. */
  round(): Promise<void>
  stop(): Promise<void>
}

/** For a process that is alone: there is nobody to ask. */
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
