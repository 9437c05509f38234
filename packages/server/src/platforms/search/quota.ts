// The operations that the service has in a day, all users together: as many as its access level says.
// https://developers.google.com/google-ads/api/docs/best-practices/quotas

import type { Runtime } from '../../base/runtime.ts'
import { type Charge, DayQuota } from '../kit/dayQuota.ts'
import { slidingTally } from '../kit/tally.ts'
import { asList } from '../kit/values.ts'
import type { SearchCall } from './wire.ts'

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
  async enter({ path, body }: SearchCall): Promise<void> {
    const parts = asList(body['mutateOperations']).length
    const amount = parts > 0 ? parts : body['pageToken'] === undefined ? 1 : 0
    await this.days.enter([this.operations(amount), { name: accountIn(path), ...unknown }])
  }

  operations(amount: number): Charge {
    return { name: 'operations', kind: 'operations', limit: this.#operationsPerDay, amount }
  }

  /** What the platform refused for so long is not asked again before: of the whole service, or of the account. */
  hold({ path }: SearchCall, durationMs: number, ofService: boolean): void {
    this.days.hold(ofService ? 'operations' : accountIn(path), durationMs)
  }
}

/** The platform publishes no limits of single accounts; it only says when one is reached. */
const unknown = { kind: 'account', limit: 0, amount: 0 } as const

function accountIn(path: string): string {
  return /^customers\/(\d+)/.exec(path)?.[1] ?? path
}
