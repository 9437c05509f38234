// The daily call quotas of LinkedIn. Each endpoint has a quota per app and a quota per member, and both reset
// at midnight UTC. LinkedIn neither documents the quotas nor returns them in responses. The app's analytics
// page shows them.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits

import { Cache } from '../../concurrency/cache.ts'
import { minuteMs } from '../../runtime/durations.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type Charge, DayQuota } from '../connector-kit/dayQuota.ts'
import type { UpstreamRequest } from '../connector-kit/upstream.ts'
import { createDailyCounter } from '../connector-kit/usageCounter.ts'

/** Calls per day and endpoint. 0 means that no limit is configured. */
export interface ProLimits {
  readonly perApp: number
  readonly perMember: number
}

/**
 * After a second refusal, adrail sends no calls for this long. LinkedIn sends no Retry-After header and does
 * not report whether the daily quota is exhausted or a short-term throttle is active. The pause is well below
 * the 15 minutes in which a write must finish, so that a write survives a short rate limit.
 */
export const quotaBlockMs = 5 * minuteMs

export class ProQuota {
  readonly dayQuota: DayQuota
  readonly #limits: ProLimits
  readonly #recentRefusals: Cache<true>

  /** `now` is the platform's clock. */
  constructor(runtime: Runtime, now: () => number, limits: ProLimits) {
    this.dayQuota = new DayQuota({ platform: 'pro', runtime, now, createCounter: createDailyCounter })
    this.#limits = limits
    this.#recentRefusals = new Cache(runtime, { ttlMs: minuteMs, maxSize: 20_000 })
  }

  async acquire(endpoint: string, member: string): Promise<void> {
    await this.dayQuota.acquire([this.#appCharge(endpoint), this.#memberCharge(endpoint, member)])
  }

  /** Returns the charges of a request during linking, when no member is known: only the app is charged. */
  getRequestCharges({ url }: UpstreamRequest): readonly Charge[] {
    const { pathname, searchParams } = new URL(url)
    return [this.#appCharge(`${pathname.replace('/rest/', '')}.${searchParams.get('q') ?? 'get'}`)]
  }

  /**
   * One refusal may be a short-term throttle. A second refusal within a minute blocks the member's calls to
   * the endpoint.
   */
  recordRefusal(endpoint: string, member: string): void {
    const { name } = this.#memberCharge(endpoint, member)
    if (this.#recentRefusals.get(name)) this.dayQuota.block(name, quotaBlockMs)
    this.#recentRefusals.set(name, true)
  }

  #appCharge(endpoint: string): Charge {
    return { name: endpoint, kind: 'app', limit: this.#limits.perApp, amount: 1 }
  }

  #memberCharge(endpoint: string, member: string): Charge {
    return { name: `${endpoint} ${member}`, kind: 'member', limit: this.#limits.perMember, amount: 1 }
  }
}
