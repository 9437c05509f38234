// The daily call quotas of LinkedIn. Each endpoint has a quota per app and a quota per member, and both reset
// at midnight UTC. LinkedIn neither documents the quotas nor returns them in responses. The app's analytics
// page shows them.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits

import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { type Charge, DayQuota } from '../kit/dayQuota.ts'
import { dailyTally } from '../kit/tally.ts'
import type { UpstreamRequest } from '../kit/upstream.ts'

/** Calls per day and endpoint. 0 means that no limit is configured. */
export interface ProLimits {
  readonly perApp: number
  readonly perMember: number
}

const minuteMs = 60_000
/**
 * After a second refusal, adrail sends no calls for this long. LinkedIn sends no Retry-After header and does
 * not report whether the daily quota is exhausted or a short-term throttle is active. The pause is well below
 * the 15 minutes in which a write must finish, so that a write survives a short rate limit.
 */
export const holdMs = 5 * minuteMs

export class ProQuota {
  readonly days: DayQuota
  readonly #limits: ProLimits
  readonly #refused: Memory<true>

  /** `now` is the platform's clock. */
  constructor(runtime: Runtime, now: () => number, limits: ProLimits) {
    this.days = new DayQuota({ platform: 'pro', runtime, now, tally: dailyTally })
    this.#limits = limits
    this.#refused = new Memory(runtime, { keepMs: minuteMs, most: 20_000 })
  }

  async enter(endpoint: string, member: string): Promise<void> {
    await this.days.enter([this.#ofApp(endpoint), this.#ofMember(endpoint, member)])
  }

  /** During linking the member is unknown, so only the quota of the app applies. */
  ofRequest({ url }: UpstreamRequest): readonly Charge[] {
    const { pathname, searchParams } = new URL(url)
    return [this.#ofApp(`${pathname.replace('/rest/', '')}.${searchParams.get('q') ?? 'get'}`)]
  }

  /**
   * One refusal may be a short-term throttle. A second refusal within a minute blocks the member's calls to
   * the endpoint.
   */
  refused(endpoint: string, member: string): void {
    const { name } = this.#ofMember(endpoint, member)
    if (this.#refused.get(name)) this.days.hold(name, holdMs)
    this.#refused.set(name, true)
  }

  #ofApp(endpoint: string): Charge {
    return { name: endpoint, kind: 'app', limit: this.#limits.perApp, amount: 1 }
  }

  #ofMember(endpoint: string, member: string): Charge {
    return { name: `${endpoint} ${member}`, kind: 'member', limit: this.#limits.perMember, amount: 1 }
  }
}
