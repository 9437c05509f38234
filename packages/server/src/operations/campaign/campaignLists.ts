// Lists of campaigns, ad groups and ads of one ad account, which are alike on all platforms.

import type { Paging } from '../../pipeline/paging.ts'
import type { AdConnector, BudgetedAdGroup } from '../../platforms/connector-kit/adConnector.ts'
import type { CampaignStatus, CampaignSummary } from '../../platforms/connector-kit/campaignState.ts'
import type { Page, PagePosition } from '../../platforms/connector-kit/page.ts'
import {
  type ServingStatus,
  toConfiguredStatus,
  toServingStatusFields,
} from '../../platforms/connector-kit/servingStatus.ts'
import type { Runtime } from '../../runtime/runtime.ts'

interface CampaignFilter {
  readonly status?: CampaignStatus | undefined
  readonly servingStatus?: ServingStatus | undefined
}

interface CampaignConnector<Campaign> extends Pick<AdConnector, 'account'> {
  campaigns(status: CampaignStatus | undefined, position: PagePosition | undefined): Promise<Page<Campaign>>
}

interface CampaignListContext<Campaign> {
  readonly connector: CampaignConnector<Campaign>
  readonly paging: Paging
  readonly runtime: Runtime
}

/** The text that binds the cursors of a list of campaigns to its filter. */
export function formatCampaignFilter({ status, servingStatus }: CampaignFilter): string {
  return [status ?? '', servingStatus ?? ''].join(' ').trimEnd()
}

/** Lists one page of campaigns. `toFields` returns the platform's fields of a campaign. */
export async function listCampaignPage<Campaign extends CampaignSummary, Fields extends object>(
  { status, servingStatus }: CampaignFilter,
  { connector, paging, runtime }: CampaignListContext<Campaign>,
  toFields: (campaign: Campaign, currencyCode: string) => Fields,
) {
  const campaignPage = await connector.campaigns(status ?? toConfiguredStatus(servingStatus), paging.position)
  const { currencyCode, timeZone } = connector.account
  const now = runtime.now()
  return {
    campaigns: campaignPage.rows
      .map((campaign) => ({
        ...toFields(campaign, currencyCode),
        ...toServingStatusFields(campaign.status, campaign.schedule, timeZone, now),
      }))
      .filter((campaign) => servingStatus === undefined || campaign.servingStatus === servingStatus),
    pagination: paging.neighborCursors(campaignPage),
  }
}

interface CampaignRequest {
  readonly campaignId: string
}

interface BudgetedConnector extends Pick<AdConnector, 'account'> {
  adGroups(campaignId: string, position: PagePosition | undefined): Promise<Page<BudgetedAdGroup>>
}

/** Lists the ad groups of a campaign, with the budgets and dates that they have. */
export async function listBudgetedAdGroupPage(
  { campaignId }: CampaignRequest,
  {
    connector,
    page,
    runtime,
  }: { readonly connector: BudgetedConnector; readonly page: Paging; readonly runtime: Runtime },
) {
  const paging = page.forList(campaignId)
  const adGroupPage = await connector.adGroups(campaignId, paging.position)
  const { currencyCode, timeZone } = connector.account
  const now = runtime.now()
  return {
    adGroups: adGroupPage.rows.map(({ schedule, ...adGroup }) => ({
      ...adGroup,
      currencyCode,
      ...toServingStatusFields(adGroup.status, schedule, timeZone, now),
    })),
    pagination: paging.neighborCursors(adGroupPage),
  }
}

/** Lists the ad groups of a campaign on a platform whose ad groups have no budgets and dates. */
export async function listAdGroupPage(
  { campaignId }: CampaignRequest,
  { connector, page }: { readonly connector: Pick<AdConnector, 'adGroups'>; readonly page: Paging },
) {
  const paging = page.forList(campaignId)
  const adGroupPage = await connector.adGroups(campaignId, paging.position)
  return { adGroups: [...adGroupPage.rows], pagination: paging.neighborCursors(adGroupPage) }
}

/** Lists the ads of a campaign. */
export async function listAdPage(
  { campaignId }: CampaignRequest,
  { connector, page }: { readonly connector: Pick<AdConnector, 'ads'>; readonly page: Paging },
) {
  const paging = page.forList(campaignId)
  const adPage = await connector.ads(campaignId, paging.position)
  return { ads: [...adPage.rows], pagination: paging.neighborCursors(adPage) }
}
