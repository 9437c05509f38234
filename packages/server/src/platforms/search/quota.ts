// The daily operation quota of the developer token, shared by all users. The access level sets the limit.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import { dayMs } from '../../runtime/durations.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { type Charge, DayQuota } from '../connector-kit/dayQuota.ts'
import { createSlidingWindowCounter } from '../connector-kit/usageCounter.ts'
import { asList } from '../connector-kit/values.ts'
import { parseQueriedResource, type SearchCall } from './wire.ts'

export class SearchQuota {
  readonly dayQuota: DayQuota
  readonly #operationsPerDay: number

  /** `now` is the platform's clock. A limit of 0 means that no limit is configured. */
  constructor(runtime: Runtime, now: () => number, operationsPerDay: number) {
    this.dayQuota = new DayQuota({
      platform: 'search',
      runtime,
      now,
      createCounter: () => createSlidingWindowCounter(dayMs),
    })
    this.#operationsPerDay = operationsPerDay
  }

  /** The platform counts one operation per query regardless of pages, per mutate part, and per other call. */
  async acquire(call: SearchCall): Promise<void> {
    const { body } = call
    const parts = asList(body['mutateOperations']).length
    const operationCount = parts > 0 ? parts : body['pageToken'] === undefined ? 1 : 0
    const chargeNames = [parseAccountId(call), queryPattern(call)]
    await this.dayQuota.acquire([
      this.operationsCharge(operationCount),
      ...chargeNames.map((name) => ({ name, ...unlimitedCharge })),
    ])
  }

  operationsCharge(amount: number): Charge {
    return { name: 'operations', kind: 'operations', limit: this.#operationsPerDay, amount }
  }

  /** After a long-term refusal, adrail sends no further calls of that scope until the delay is over. */
  block(call: SearchCall, durationMs: number, scope: QuotaScope): void {
    const chargeNames = { service: 'operations', account: parseAccountId(call), pattern: queryPattern(call) }
    this.dayQuota.block(chargeNames[scope], durationMs)
  }
}

/** A refusal blocks the whole service, all calls of an account, or an account's queries of one resource. */
export type QuotaScope = 'service' | 'account' | 'pattern'

/** The platform publishes no limits per account. It only reports when an account reached its limit. */
const unlimitedCharge = { kind: 'account', limit: 0, amount: 0 } as const

function parseAccountId({ path }: SearchCall): string {
  return /^customers\/(\d+)/.exec(path)?.[1] ?? path
}

function queryPattern(call: SearchCall): string {
  return `${parseAccountId(call)} ${parseQueriedResource(call)}`
}
