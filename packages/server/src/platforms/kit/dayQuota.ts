// What a platform lets us do in a day, where its answers do not tell how much of that is left: counted here, so that what it
// would refuse is not sent. Each process counts what it sends itself.

import type { Platform } from '@adrail/contract'
import { Cache } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { acquireQuota, upstreamRateLimitError, wrapWithQuota } from './room.ts'
import type { UsageCounter } from './tally.ts'
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
export interface QuotaUsage {
  readonly kind: string
  readonly used: number
}

interface TrackedQuota {
  readonly charge: Charge
  readonly tally: UsageCounter
}

interface DayQuotaOptions {
  readonly platform: Platform
  readonly runtime: Runtime
  /** What time it is at the platform. */
  now(): number
  tally(): UsageCounter
}

const dayMs = 24 * 60 * 60 * 1000

export class DayQuota {
  readonly #options: DayQuotaOptions
  readonly #quotasByName = new Map<string, TrackedQuota>()
  /** Until when nothing is sent, by the name of the allowance that was used up. */
  readonly #blockedUntil: Cache<number>

  constructor(options: DayQuotaOptions) {
    this.#options = options
    this.#blockedUntil = new Cache(options.runtime, { ttlMs: dayMs, maxSize: 20_000 })
  }

  /** Waits for room as long as the request has time; refuses what the platform would refuse. */
  async acquire(charges: readonly Charge[]): Promise<void> {
    const { runtime, platform } = this.#options
    const blockedMs = Math.max(0, ...charges.map(({ name }) => this.blockedMs(name)))
    if (blockedMs > 0) throw upstreamRateLimitError(platform, blockedMs / 1000)
    await acquireQuota(runtime, platform, () => this.#tryTake(charges))
  }

  /** For calls that are made while somebody links. */
  wrap(sender: Sender, charges: (request: UpstreamRequest) => readonly Charge[]): Sender {
    return wrapWithQuota(sender, async (request) => {
      await this.acquire(charges(request))
      return {}
    })
  }

  /** The platform refused: nothing more is sent for a while. */
  block(name: string, durationMs: number): void {
    this.#blockedUntil.set(name, this.#options.runtime.monotonic() + durationMs)
  }

  blockedMs(name: string): number {
    return Math.max(0, (this.#blockedUntil.get(name) ?? 0) - this.#options.runtime.monotonic())
  }

  /** The fullest allowance of each kind. */
  quotaUsage(): readonly QuotaUsage[] {
    const now = this.#options.now()
    const fullest = new Map<string, number>()
    for (const { charge, tally } of this.#quotasByName.values())
      fullest.set(charge.kind, Math.max(fullest.get(charge.kind) ?? 0, tally.total(now) / charge.limit))
    return [...fullest].map(([kind, used]) => ({ kind, used }))
  }

  #tryTake(charges: readonly Charge[]): number {
    const now = this.#options.now()
    const quotas = charges
      .filter(({ limit }) => limit > 0)
      .map((charge) => this.#findOrCreateQuota(charge, now))
    const waitMs = Math.max(
      0,
      ...quotas.map(({ charge: { limit, amount }, tally }) =>
        // More at once than a whole day allows is for the platform to refuse, once there is nothing else.
        tally.msUntilTotal(Math.max(0, limit - amount), now),
      ),
    )
    if (waitMs === 0) for (const { charge, tally } of quotas) tally.add(charge.amount, now)
    return waitMs
  }

  #findOrCreateQuota(charge: Charge, now: number): TrackedQuota {
    const existing = this.#quotasByName.get(charge.name)
    if (existing) return { charge, tally: existing.tally }
    // Whoever used nothing for a day need not be remembered.
    if (this.#quotasByName.size >= 20_000)
      for (const [name, { tally }] of this.#quotasByName)
        if (tally.total(now) === 0) this.#quotasByName.delete(name)
    const created = { charge, tally: this.#options.tally() }
    this.#quotasByName.set(charge.name, created)
    return created
  }
}
