// The daily operation quota of the developer token, shared by all users. The access level sets the limit.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { Runtime } from '../../base/runtime.ts'
import { type Charge, DayQuota } from '../kit/dayQuota.ts'
import { slidingTally } from '../kit/tally.ts'
import { asList } from '../kit/values.ts'
import { fromOf, type SearchCall } from './wire.ts'

const dayMs = 24 * 60 * 60 * 1000

export class SearchQuota {
  readonly days: DayQuota
  readonly #operationsPerDay: number

  /** `now` is the platform's clock. A limit of 0 means that no limit is configured. */
  constructor(runtime: Runtime, now: () => number, operationsPerDay: number) {
    this.days = new DayQuota({ platform: 'search', runtime, now, tally: () => slidingTally(dayMs) })
    this.#operationsPerDay = operationsPerDay
  }

  /** The platform counts one operation per query regardless of pages, per mutate part, and per other call. */
  async enter(call: SearchCall): Promise<void> {
    const { body } = call
    const parts = asList(body['mutateOperations']).length
    const amount = parts > 0 ? parts : body['pageToken'] === undefined ? 1 : 0
    const names = [accountIn(call), patternIn(call)]
    await this.days.enter([this.operations(amount), ...names.map((name) => ({ name, ...unknown }))])
  }

  operations(amount: number): Charge {
    return { name: 'operations', kind: 'operations', limit: this.#operationsPerDay, amount }
  }

  /** After a long-term refusal, adrail sends no further calls of that scope until the delay is over. */
  hold(call: SearchCall, durationMs: number, owner: QuotaOwner): void {
    const names = { service: 'operations', account: accountIn(call), pattern: patternIn(call) }
    this.days.hold(names[owner], durationMs)
  }
}

/** A refusal blocks the whole service, all calls of an account, or an account's queries of one resource. */
export type QuotaOwner = 'service' | 'account' | 'pattern'

/** The platform publishes no limits per account. It only reports when an account reached its limit. */
const unknown = { kind: 'account', limit: 0, amount: 0 } as const

function accountIn({ path }: SearchCall): string {
  return /^customers\/(\d+)/.exec(path)?.[1] ?? path
}

function patternIn(call: SearchCall): string {
  return `${accountIn(call)} ${fromOf(call)}`
}
