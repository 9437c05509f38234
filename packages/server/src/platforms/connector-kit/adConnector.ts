// The part of a connector that every platform has, so that shared code works on an ad account without knowing
// its platform.

import type { Platform } from '@adrail/contract'
import type { AdGroupSettings } from './adContent.ts'
import type { AccountMetrics, MetricsQuery } from './adMetrics.ts'
import type { RunningBudget } from './budgets.ts'
import type {
  AccountFacts,
  CampaignListFilter,
  CampaignState,
  CampaignStatus,
  CampaignSummary,
} from './campaignState.ts'
import type { Page, PagePosition } from './page.ts'
import type { Schedule, ServingState } from './servingStatus.ts'

export interface AdGroupState extends ServingState {
  readonly id: string
  readonly name: string
}

/** An ad group that has its own budget. */
export interface BudgetedAdGroup extends AdGroupState {
  /** Decimal text in the account's currency. Empty when the ad group has no budget of this kind. */
  readonly dailyBudget: string
  readonly lifetimeBudget: string
}

/** An ad group with its dates, or those of its campaign, and its settings. */
export interface AdGroupWithSettings extends AdGroupState {
  readonly schedule: Schedule
  readonly settings: AdGroupSettings
}

export interface AdState extends ServingState {
  readonly id: string
  readonly name: string
  readonly adGroupId: string
}

/** Picture URLs of a linked page and its photo account. Empty when the platform has no picture. */
export interface PictureUrls {
  readonly page: string
  readonly photoAccount: string
}

/**
 * Reads one ad account. A method that takes the id of a campaign throws `OBJECT_NOT_FOUND` when the account
 * has no such campaign. In all parts of a connector, only methods named `find…` return undefined for a
 * missing object.
 */
export interface AdConnector {
  readonly platform: Platform
  readonly account: AccountFacts
  /** Returns one page of the campaigns with a status, or of those that are not deleted. */
  campaigns(
    status: CampaignStatus | undefined,
    position: PagePosition | undefined,
  ): Promise<Page<CampaignSummary>>
  /** Returns the state of the selected campaigns. The filter defaults to `all`. */
  campaignStates(filter?: CampaignListFilter): Promise<readonly CampaignState[]>
  adGroups(campaignId: string, position: PagePosition | undefined): Promise<Page<AdGroupState>>
  ads(campaignId: string, position: PagePosition | undefined): Promise<Page<AdState>>
  /** Returns the budgets that active campaigns spend from. */
  runningBudgets(): Promise<readonly RunningBudget[]>
  /** Returns undefined when the platform has no metrics at the requested level. */
  metrics(query: MetricsQuery): Promise<AccountMetrics | undefined>
  /** Returns the current picture URLs of the linked page. Absent on platforms without linked pages. */
  readPictureUrls?(): Promise<PictureUrls>
}
