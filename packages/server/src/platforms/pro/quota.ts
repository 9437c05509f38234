// The calls of a day: each endpoint has a number for the app and one for each member, and both begin anew at midnight UTC. The
// platform publishes neither and tells them in no answer; the app's page of analytics shows them.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits

import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import { type Charge, DayQuota } from '../kit/dayQuota.ts'
import { dailyTally } from '../kit/tally.ts'
import type { UpstreamRequest } from '../kit/upstream.ts'

/** Calls a day to one endpoint; 0 where nobody told us. */
export interface ProLimits {
  readonly perApp: number
  readonly perMember: number
}

const minuteMs = 60_000
/**
 * How long nothing is sent after a second refusal. LinkedIn sends no Retry-After and does not say whether the day's calls are
 * used up or its infrastructure protects itself, which passes by itself. The hold is well below the 15 minutes in which a write
 * must be finished, so that a write outlasts a short rate limit.
 */
export const holdMs = 5 * minuteMs

export class ProQuota {
  readonly days: DayQuota
  readonly #limits: ProLimits
  readonly #refused: Memory<true>

  /** `now` is the platform's. */
  constructor(runtime: Runtime, now: () => number, limits: ProLimits) {
    this.days = new DayQuota({ platform: 'pro', runtime, now, tally: dailyTally })
    this.#limits = limits
    this.#refused = new Memory(runtime, { keepMs: minuteMs, most: 20_000 })
  }

  async enter(endpoint: string, member: string): Promise<void> {
    await this.days.enter([this.#ofApp(endpoint), this.#ofMember(endpoint, member)])
  }

  /** Whoever links is no member that we know yet. */
  ofRequest({ url }: UpstreamRequest): readonly Charge[] {
    const { pathname, searchParams } = new URL(url)
    return [this.#ofApp(`${pathname.replace('/rest/', '')}.${searchParams.get('q') ?? 'get'}`)]
  }

  /** One refusal may be a guard that opens by itself; after a second one within a minute it is left alone. */
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
