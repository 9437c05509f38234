// The operations that the service has in a day, all users together: as many as its access level says.
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

  /** `now` is the platform's; a limit of 0 is one that nobody told us. */
  constructor(runtime: Runtime, now: () => number, operationsPerDay: number) {
    this.days = new DayQuota({ platform: 'search', runtime, now, tally: () => slidingTally(dayMs) })
    this.#operationsPerDay = operationsPerDay
  }

  /** A query counts once, however many pages it has; each part of a mutate counts; every other call counts once. */
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

  /** What the platform refused for so long is not asked again before. */
  hold(call: SearchCall, durationMs: number, owner: QuotaOwner): void {
    const names = { service: 'operations', account: accountIn(call), pattern: patternIn(call) }
    this.days.hold(names[owner], durationMs)
  }
}

/** Whom a refusal holds back: the whole service, all calls of an account, or its queries of one kind. */
export type QuotaOwner = 'service' | 'account' | 'pattern'

/** The platform publishes no limits of single accounts; it only says when one is reached. */
const unknown = { kind: 'account', limit: 0, amount: 0 } as const

function accountIn({ path }: SearchCall): string {
  return /^customers\/(\d+)/.exec(path)?.[1] ?? path
}

function patternIn(call: SearchCall): string {
  return `${accountIn(call)} ${fromOf(call)}`
}
