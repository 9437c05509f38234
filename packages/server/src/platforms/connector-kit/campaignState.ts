// Platform-independent facts about an ad account and its campaigns.

import type { Schedule, ServingState } from './servingStatus.ts'

/** The statuses by which campaigns can be listed. */
export type CampaignStatus = 'ACTIVE' | 'PAUSED' | 'DELETED'

export interface CampaignSummary {
  readonly id: string
  readonly name: string
  /** The status that was set: `ACTIVE`, `PAUSED`, or another status of the platform. */
  readonly status: string
  /** Decimal text in the account's currency. Empty when the campaign itself has no daily budget. */
  readonly dailyBudget: string
  /** Start and end of the campaign. */
  readonly schedule: Schedule
}

export interface CampaignState extends CampaignSummary, ServingState {
  /** Decimal text in the account's currency. Empty when the campaign itself has no lifetime budget. */
  readonly lifetimeBudget: string
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
