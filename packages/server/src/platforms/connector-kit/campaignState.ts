// Platform-independent facts about an ad account and its campaigns.

import type { Schedule, ServingState } from './servingStatus.ts'

export interface CampaignState extends ServingState {
  readonly id: string
  readonly name: string
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
