// Platform-independent facts about an ad account and its campaigns.

import type { Schedule } from './servingStatus.ts'

export interface CampaignState {
  readonly id: string
  readonly name: string
  /** The status that was set: `ACTIVE`, `PAUSED`, or another status of the platform. */
  readonly status: string
  /** The resulting delivery status, in the platform's term. */
  readonly effectiveStatus: string
  /** Reasons why the campaign is not served, as sentences. */
  readonly issues: readonly string[]
  /** Decimal text in the account's currency. Empty when the campaign itself has no budget of this kind. */
  readonly dailyBudget: string
  readonly lifetimeBudget: string
  /** Start and end of the campaign. */
  readonly schedule: Schedule
}

/**
 * Selects the campaigns to list. `active` returns those that are switched on, also in accounts with 20,000
 * campaigns.
 */
export type CampaignListFilter = 'all' | 'active'

export interface AccountFacts {
  readonly id: string
  readonly name: string
  readonly currencyCode: string
  /** Time zone in which the platform counts days. */
  readonly timeZone: string
}
