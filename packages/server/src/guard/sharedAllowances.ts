// Shares the rate of each key between the processes on one database. A process holds a slice of the quota and
// admits requests from it without a query. It fetches a new slice before the last one is used up, and returns
// idle slices. The slice of a process that died is free again when it expires.

import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { changeAllowance } from '../store/keyAllowances.ts'
import type { Store } from '../store/tables.ts'
import { type Allowances, type KeyLimits, OwnAllowances } from './allowances.ts'
import type { Allowance } from './buckets.ts'
import { type Granted, grant, sliceMs, type Wish } from './slicing.ts'

export const sliceRoundMs = 1000
/** After this time without requests, the key needs no slice in this process. */
const idleMs = 3000
/** A slice in use is renewed this often, so that other processes soon get slots that are not in use. */
const renewMs = 3000
/** Other processes return requests and slots, so an empty result is trusted for no longer than this. */
const mostEmptyMs = 1000
const noPlacesMs = 250
/** If requests refill faster than this, the process waits for several of them. */
const leastEmptyMs = 50
/** After a failed change in the database, the process does not retry for this long and counts alone. */
const aloneMs = 1000

type Wanted = Pick<Wish, 'requests' | 'needed' | 'spare'>
const nothing: Wanted = { requests: 0, needed: 0, spare: 0 }

/** The slice of one key in this process. Times are on its own monotonic clock. */
class Held {
  requests = 0
  places = 0
  elsewhere = 0
  /** Measured from before the query, so that nothing is used after another process got it. */
  until = Number.NEGATIVE_INFINITY
  /** The requests outside all slices at `leftAt`, and their maximum. */
  left = 0
  most = 0
  leftAt = 0
  noRequestsUntil = Number.NEGATIVE_INFINITY
  noPlacesUntil = Number.NEGATIVE_INFINITY
  aloneUntil = Number.NEGATIVE_INFINITY
  usedAt = 0
  /** The maximum number of slots in use at the same time since the last rebalance. */
  peak = 0
  /** Requests that wait for a query. */
  waiting = 0
  asking: Promise<void> | undefined
}

export interface SharedParts {
  readonly store: Store
  readonly runtime: Runtime
  readonly limits: KeyLimits
  /** The number of slots of a key in use in this process. */
  readonly inUse: (keyId: string) => number
}

export class SharedAllowances implements Allowances {
  readonly #parts: SharedParts
  readonly #name: string
  readonly #held = new Map<string, Held>()
  readonly #own: OwnAllowances
  readonly #slice: number
  readonly #spare: number
  readonly #rounds = new Rounds(async () => {
    for (const [keyId, held] of this.#held) await this.#tend(keyId, held)
  })

  constructor(parts: SharedParts) {
    this.#parts = parts
    this.#name = parts.runtime.randomBytes(8).toString('hex')
    this.#own = new OwnAllowances(parts.runtime, parts.limits)
    this.#slice = Math.ceil(parts.limits.burst / 8)
    this.#spare = Math.ceil(parts.limits.inFlightPerKey / 8)
  }

  prepare(keyId: string, inUse: number): Promise<void> | undefined {
    const now = this.#now()
    const held = this.#held.get(keyId) ?? new Held()
    this.#held.set(keyId, held)
    held.usedAt = now
    held.peak = Math.max(held.peak, inUse + 1)
    if (now < held.aloneUntil) return undefined
    const isHeld = now < held.until
    const knowsRequests = (isHeld && held.requests > 0) || now < held.noRequestsUntil
    const isFull = held.places >= this.#parts.limits.inFlightPerKey || now < held.noPlacesUntil
    const knowsPlaces = isHeld && (inUse < held.places || isFull)
    if (!knowsRequests || !knowsPlaces) return this.#wait(keyId, held)
    const runsLow = held.requests <= this.#slice / 2 && now >= held.noRequestsUntil
    if (runsLow && this.#leftOf(held) >= 1) void this.#fetch(keyId, held)
    return undefined
  }

  take(keyId: string): Allowance {
    const held = this.#shared(keyId)
    if (!held) return this.#own.take(keyId)
    const passes = held.requests > 0
    if (passes) held.requests -= 1
    return this.#allowance(held, passes)
  }

  giveBack(keyId: string): void {
    const held = this.#shared(keyId)
    if (held) held.requests += 1
    else this.#own.giveBack(keyId)
  }

  peek(keyId: string): Allowance {
    const held = this.#shared(keyId)
    return held ? this.#allowance(held, held.requests > 0) : this.#own.peek(keyId)
  }

  places(keyId: string): { here: number; elsewhere: number } {
    const held = this.#shared(keyId)
    return held ? { here: held.places, elsewhere: held.elsewhere } : this.#own.places()
  }

  round(): Promise<void> {
    return this.#rounds.run()
  }

  /** Returns all slices, so that the other processes can use them at once. */
  async stop(): Promise<void> {
    await this.#rounds.stop()
    // Without the database, slices expire by themselves.
    for (const [keyId, held] of this.#held)
      if (this.#now() >= held.aloneUntil) await this.#giveUp(keyId, held)
  }

  #now(): number {
    return this.#parts.runtime.monotonic()
  }

  /** The shared slice of a key. Undefined while this process counts alone. */
  #shared(keyId: string): Held | undefined {
    const held = this.#held.get(keyId)
    return held && this.#now() >= held.aloneUntil ? held : undefined
  }

  async #wait(keyId: string, held: Held): Promise<void> {
    held.waiting += 1
    try {
      await this.#fetch(keyId, held)
    } finally {
      held.waiting -= 1
    }
  }

  /** Fetches a new slice, once for all concurrent callers. */
  #fetch(keyId: string, held: Held): Promise<void> {
    const { waiting } = held
    const requests = Math.max(this.#slice - held.requests, 0) + waiting
    return this.#ask(keyId, held, { requests, needed: waiting, spare: this.#spare })
  }

  /** Keeps the slots in use and returns the others. */
  async #tend(keyId: string, held: Held): Promise<void> {
    const now = this.#now()
    const inUse = this.#parts.inUse(keyId)
    const spare = Math.max(held.peak - inUse, 0) + this.#spare
    held.peak = inUse
    if (held.asking || now < held.aloneUntil) return
    if (inUse === 0 && now - held.usedAt >= idleMs) await this.#giveUp(keyId, held)
    else if (held.places > inUse + spare || held.until - now < sliceMs - renewMs)
      await this.#ask(keyId, held, { requests: 0, needed: 0, spare })
  }

  async #giveUp(keyId: string, held: Held): Promise<void> {
    await held.asking
    held.until = Number.NEGATIVE_INFINITY
    if (held.requests > 0 || held.places > 0) await this.#ask(keyId, held, nothing)
    // A request may have arrived meanwhile.
    if (held.waiting === 0 && !held.asking) this.#held.delete(keyId)
  }

  #ask(keyId: string, held: Held, wanted: Wanted): Promise<void> {
    held.asking ??= this.#change(keyId, held, wanted)
      .catch(() => {
        held.aloneUntil = this.#now() + aloneMs
      })
      .finally(() => {
        held.asking = undefined
      })
    return held.asking
  }

  async #change(keyId: string, held: Held, wanted: Wanted): Promise<void> {
    const { store, limits } = this.#parts
    const askedAt = this.#now()
    const inUse = this.#parts.inUse(keyId)
    // An expired slice is not used any more, even if no other process has got it yet.
    const isOver = askedAt >= held.until
    const back = isOver ? held.requests : 0
    if (isOver) held.requests = 0
    const wish = { by: this.#name, back, keeps: held.requests, inUse, ...wanted }
    const granted = await changeAllowance(store, keyId, (present, now) => grant(limits, present, now, wish))
    this.#hold(held, granted, askedAt)
    if (wanted.requests > 0 && held.requests === 0)
      held.noRequestsUntil = this.#now() + this.#emptyMs(granted.left)
    if (granted.isShort) held.noPlacesUntil = this.#now() + noPlacesMs
  }

  #hold(held: Held, { requests, places, left, most, elsewhere }: Granted, askedAt: number): void {
    held.requests += requests
    held.places = places
    held.elsewhere = elsewhere
    held.until = askedAt + sliceMs
    held.left = left
    held.most = most
    held.leftAt = askedAt
  }

  /** How long another query is useless. */
  #emptyMs(left: number): number {
    const eachMs = 60_000 / this.#parts.limits.requestsPerMinute
    return Math.min(mostEmptyMs, eachMs < leastEmptyMs ? leastEmptyMs : (1 - left) * eachMs)
  }

  /** The requests that should be unassigned by now, if no other process took any. */
  #leftOf(held: Held): number {
    const gained = ((this.#now() - held.leftAt) * this.#parts.limits.requestsPerMinute) / 60_000
    return Math.min(held.most, held.left + gained)
  }

  #allowance(held: Held, passes: boolean): Allowance {
    const { burst, requestsPerMinute } = this.#parts.limits
    const remaining = held.requests + this.#leftOf(held)
    const perSecond = requestsPerMinute / 60
    return {
      waitSeconds: passes ? 0 : Math.max(1, Math.ceil((1 - remaining) / perSecond)),
      remaining: Math.floor(remaining),
      resetSeconds: Math.ceil((burst - remaining) / perSecond),
    }
  }
}
