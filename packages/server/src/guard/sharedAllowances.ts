// The allowance of each key for several processes on one database. A process holds a slice of it, from which it lets requests
// in without asking anybody; a new slice is fetched before the last one is used up, what lies idle goes back, and what a
// process that died held is free again when its time is over.

import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { changeAllowance } from '../store/keyAllowances.ts'
import type { Store } from '../store/tables.ts'
import { type Allowances, type KeyLimits, OwnAllowances } from './allowances.ts'
import type { Allowance } from './buckets.ts'
import { type Granted, grant, sliceMs, type Wish } from './slicing.ts'

export const sliceRoundMs = 1000
/** A key that nobody used for so long needs no slice here. */
const idleMs = 3000
/** A slice that is in use is held on to this often; others who need places then get those that are not in use. */
const renewMs = 3000
/** Others give requests and places back: that there are none is believed for no longer than this. */
const mostEmptyMs = 1000
const noPlacesMs = 250
/** Where requests come back faster than this, some are waited for. */
const leastEmptyMs = 50
/** While the database takes no changes, it is left alone for so long, and each process counts for itself. */
const aloneMs = 1000

type Wanted = Pick<Wish, 'requests' | 'needed' | 'spare'>
const nothing: Wanted = { requests: 0, needed: 0, spare: 0 }

/** What this process holds of one key; times are by its own clock. */
class Held {
  requests = 0
  places = 0
  elsewhere = 0
  /** Counted from before the database was asked, so that nothing is used after another process was given it. */
  until = Number.NEGATIVE_INFINITY
  /** What was left beside all slices, when it was told, and the most there can be. */
  left = 0
  most = 0
  leftAt = 0
  noRequestsUntil = Number.NEGATIVE_INFINITY
  noPlacesUntil = Number.NEGATIVE_INFINITY
  aloneUntil = Number.NEGATIVE_INFINITY
  usedAt = 0
  /** Places in use at the same time, at most, since the last round. */
  peak = 0
  /** Requests that cannot be decided on before the database has answered. */
  waiting = 0
  asking: Promise<void> | undefined
}

export interface SharedParts {
  readonly store: Store
  readonly runtime: Runtime
  readonly limits: KeyLimits
  /** How many places of a key are taken in this process. */
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

  /** What this process holds is of use to the others at once. */
  async stop(): Promise<void> {
    await this.#rounds.stop()
    // Without the database, what is held ends with its time.
    for (const [keyId, held] of this.#held)
      if (this.#now() >= held.aloneUntil) await this.#giveUp(keyId, held)
  }

  #now(): number {
    return this.#parts.runtime.monotonic()
  }

  /** What is held together with the others; nothing while this process counts for itself. */
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

  /** A new slice, once for all who want one meanwhile. */
  #fetch(keyId: string, held: Held): Promise<void> {
    const { waiting } = held
    const requests = Math.max(this.#slice - held.requests, 0) + waiting
    return this.#ask(keyId, held, { requests, needed: waiting, spare: this.#spare })
  }

  /** Keeps what is in use, and gives up the rest. */
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
    // Somebody may have come meanwhile.
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
    // What is over is not used any more, even though nobody else may have been given it yet.
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

  /** How long it is of no use to ask again. */
  #emptyMs(left: number): number {
    const eachMs = 60_000 / this.#parts.limits.requestsPerMinute
    return Math.min(mostEmptyMs, eachMs < leastEmptyMs ? leastEmptyMs : (1 - left) * eachMs)
  }

  /** What should be there by now, if no other process took of it. */
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
