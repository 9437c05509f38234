// Daily quotas of a platform that does not report the remaining quota in its responses. Each process counts
// its own calls, so that adrail does not send calls that the platform would refuse.

import type { Platform } from '@adrail/contract'
import { Cache } from '../../concurrency/cache.ts'
import { dayMs } from '../../runtime/durations.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { acquireQuota, upstreamRateLimitError, wrapWithQuota } from './quotaWait.ts'
import type { Sender, UpstreamRequest } from './upstream.ts'
import type { UsageCounter } from './usageCounter.ts'

/** The part of one quota that a call consumes. */
export interface Charge {
  /** The owner of the quota, such as an endpoint. */
  readonly name: string
  /** The kind of the quota, used as a metric label. */
  readonly kind: string
  /** 0 when the limit is unknown. */
  readonly limit: number
  readonly amount: number
}

/** The used fraction of a quota. 1 means that the quota is exhausted. */
export interface QuotaUsage {
  readonly kind: string
  readonly used: number
}

interface TrackedQuota {
  readonly charge: Charge
  readonly counter: UsageCounter
}

interface DayQuotaOptions {
  readonly platform: Platform
  readonly runtime: Runtime
  /** Returns the platform's time. */
  now(): number
  createCounter(): UsageCounter
}

export class DayQuota {
  readonly #options: DayQuotaOptions
  readonly #quotasByName = new Map<string, TrackedQuota>()
  /** Time until which no calls are sent, by the name of the exhausted quota. */
  readonly #blockedUntil: Cache<number>

  constructor(options: DayQuotaOptions) {
    this.#options = options
    this.#blockedUntil = new Cache(options.runtime, { ttlMs: dayMs, maxSize: 20_000 })
  }

  /** Waits for free quota as long as the request has time. Throws when the platform would refuse the call. */
  async acquire(charges: readonly Charge[]): Promise<void> {
    const { runtime, platform } = this.#options
    const blockedMs = Math.max(0, ...charges.map(({ name }) => this.blockedMs(name)))
    if (blockedMs > 0) throw upstreamRateLimitError(platform, blockedMs / 1000)
    await acquireQuota(runtime, platform, () => this.#tryAcquire(charges))
  }

  /** Wraps a sender for calls during linking. */
  wrap(sender: Sender, charges: (request: UpstreamRequest) => readonly Charge[]): Sender {
    return wrapWithQuota(sender, async (request) => {
      await this.acquire(charges(request))
      return {}
    })
  }

  /** Stops calls for a while after the platform refused one. */
  block(name: string, durationMs: number): void {
    this.#blockedUntil.set(name, this.#options.runtime.monotonic() + durationMs)
  }

  blockedMs(name: string): number {
    return Math.max(0, (this.#blockedUntil.get(name) ?? 0) - this.#options.runtime.monotonic())
  }

  /** The highest usage of each kind. */
  quotaUsage(): readonly QuotaUsage[] {
    const now = this.#options.now()
    const maxUsageByKind = new Map<string, number>()
    for (const { charge, counter } of this.#quotasByName.values())
      maxUsageByKind.set(
        charge.kind,
        Math.max(maxUsageByKind.get(charge.kind) ?? 0, counter.total(now) / charge.limit),
      )
    return [...maxUsageByKind].map(([kind, used]) => ({ kind, used }))
  }

  #tryAcquire(charges: readonly Charge[]): number {
    const now = this.#options.now()
    const quotas = charges
      .filter(({ limit }) => limit > 0)
      .map((charge) => this.#findOrCreateQuota(charge, now))
    const waitMs = Math.max(
      0,
      ...quotas.map(({ charge: { limit, amount }, counter }) =>
        // The platform decides about a call that exceeds a full daily quota. Such a call is sent when the
        // quota is unused.
        counter.msUntilTotal(Math.max(0, limit - amount), now),
      ),
    )
    if (waitMs === 0) for (const { charge, counter } of quotas) counter.add(charge.amount, now)
    return waitMs
  }

  #findOrCreateQuota(charge: Charge, now: number): TrackedQuota {
    const existing = this.#quotasByName.get(charge.name)
    if (existing) return { charge, counter: existing.counter }
    // Quotas without usage in the last day need no entry.
    if (this.#quotasByName.size >= 20_000)
      for (const [name, { counter }] of this.#quotasByName)
        if (counter.total(now) === 0) this.#quotasByName.delete(name)
    const created = { charge, counter: this.#options.createCounter() }
    this.#quotasByName.set(charge.name, created)
    return created
  }
}
