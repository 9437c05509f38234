// What a platform lets us do in a day, where its answers do not tell how much of that is left: counted here, so that what it
// would refuse is not sent. Each process counts what it sends itself.

import type { Platform } from '@adrail/contract'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { rateLimited, sendWithRoom, takeRoom } from './room.ts'
import type { Tally } from './tally.ts'
import type { Sender, UpstreamRequest } from './upstream.ts'

/** What a call uses up of one allowance. */
export interface Charge {
  /** Whose allowance, such as an endpoint's. */
  readonly name: string
  /** What kind of allowance it is, for the metrics. */
  readonly kind: string
  /** 0 where nobody knows it. */
  readonly limit: number
  readonly amount: number
}

/** How much of an allowance is used, 1 being all of it. */
export interface Reading {
  readonly kind: string
  readonly used: number
}

interface Allowance {
  readonly charge: Charge
  readonly tally: Tally
}

interface Setting {
  readonly platform: Platform
  readonly runtime: Runtime
  /** What time it is at the platform. */
  now(): number
  tally(): Tally
}

const dayMs = 24 * 60 * 60 * 1000

export class DayQuota {
  readonly #setting: Setting
  readonly #allowances = new Map<string, Allowance>()
  /** Until when nothing is sent, by the name of the allowance that was used up. */
  readonly #held: Memory<number>

  constructor(setting: Setting) {
    this.#setting = setting
    this.#held = new Memory(setting.runtime, { keepMs: dayMs, most: 20_000 })
  }

  /** Waits for room as long as the request has time; refuses what the platform would refuse. */
  async enter(charges: readonly Charge[]): Promise<void> {
    const { runtime, platform } = this.#setting
    const heldMs = Math.max(0, ...charges.map(({ name }) => this.heldMs(name)))
    if (heldMs > 0) throw rateLimited(platform, heldMs / 1000)
    await takeRoom(runtime, platform, () => this.#take(charges))
  }

  /** For calls that are made while somebody links. */
  around(sender: Sender, charges: (request: UpstreamRequest) => readonly Charge[]): Sender {
    return sendWithRoom(sender, async (request) => {
      await this.enter(charges(request))
      return {}
    })
  }

  /** The platform refused: nothing more is sent for a while. */
  hold(name: string, durationMs: number): void {
    this.#held.set(name, this.#setting.runtime.monotonic() + durationMs)
  }

  heldMs(name: string): number {
    return Math.max(0, (this.#held.get(name) ?? 0) - this.#setting.runtime.monotonic())
  }

  /** The fullest allowance of each kind. */
  readings(): readonly Reading[] {
    const now = this.#setting.now()
    const fullest = new Map<string, number>()
    for (const { charge, tally } of this.#allowances.values())
      fullest.set(charge.kind, Math.max(fullest.get(charge.kind) ?? 0, tally.total(now) / charge.limit))
    return [...fullest].map(([kind, used]) => ({ kind, used }))
  }

  #take(charges: readonly Charge[]): number {
    const now = this.#setting.now()
    const known = charges.filter(({ limit }) => limit > 0).map((charge) => this.#allowance(charge, now))
    const waitMs = Math.max(
      0,
      ...known.map(({ charge: { limit, amount }, tally }) =>
        // More at once than a whole day allows is for the platform to refuse, once there is nothing else.
        tally.untilTotal(Math.max(0, limit - amount), now),
      ),
    )
    if (waitMs === 0) for (const { charge, tally } of known) tally.add(charge.amount, now)
    return waitMs
  }

  #allowance(charge: Charge, now: number): Allowance {
    const known = this.#allowances.get(charge.name)
    if (known) return { charge, tally: known.tally }
    // Whoever used nothing for a day need not be remembered.
    if (this.#allowances.size >= 20_000)
      for (const [name, { tally }] of this.#allowances)
        if (tally.total(now) === 0) this.#allowances.delete(name)
    const made = { charge, tally: this.#setting.tally() }
    this.#allowances.set(charge.name, made)
    return made
  }
}
