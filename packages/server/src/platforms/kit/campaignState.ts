// An ad account and its campaigns as every connector tells them, whatever its platform calls them.

import type { Schedule } from './servingStatus.ts'

export interface CampaignState {
  readonly id: string
  readonly name: string
  /** What was set: `ACTIVE`, `PAUSED`, and what else a platform knows. */
  readonly status: string
  /** What comes of that, in the platform's word. */
  readonly effectiveStatus: string
  /** What keeps it from being served, in sentences. */
  readonly issues: readonly string[]
  /** Decimal text in the account's currency; empty where there is no such budget, or not of the campaign itself. */
  readonly dailyBudget: string
  readonly lifetimeBudget: string
  /** From when to when it runs. */
  readonly schedule: Schedule
}

/** Which campaigns of an account are listed. `active` has those that are switched on, also of accounts with 20,000 of them. */
export type CampaignListFilter = 'all' | 'active'

export interface AccountFacts {
  readonly id: string
  readonly name: string
  readonly currencyCode: string
  /** Whose days the platform counts. */
  readonly timeZone: string
}
