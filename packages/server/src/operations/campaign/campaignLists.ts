// Lists of campaigns, ad groups and ads of one ad account, which are alike on all platforms.

import type { Paging } from '../../pipeline/paging.ts'
import type { AdConnector, AdGroupWithSettings } from '../../platforms/connector-kit/adConnector.ts'
import { formatUtcInstant } from '../../platforms/connector-kit/adContent.ts'
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

interface AdGroupConnector<AdGroup> extends Pick<AdConnector, 'account'> {
  adGroups(campaignId: string, position: PagePosition | undefined): Promise<Page<AdGroup>>
}

/** Lists the ad groups of a campaign with their settings. */
export async function listAdGroupPage<AdGroup extends AdGroupWithSettings>(
  { campaignId }: CampaignRequest,
  {
    connector,
    page,
    runtime,
  }: { readonly connector: AdGroupConnector<AdGroup>; readonly page: Paging; readonly runtime: Runtime },
) {
  const paging = page.forList(campaignId)
  const adGroupPage = await connector.adGroups(campaignId, paging.position)
  const { currencyCode, timeZone } = connector.account
  const now = runtime.now()
  return {
    adGroups: adGroupPage.rows.map(({ schedule, settings, ...adGroup }) => ({
      ...adGroup,
      currencyCode,
      ...toServingStatusFields(adGroup.status, schedule, timeZone, now),
      ...settings,
      schedule: {
        startTime: formatUtcInstant(schedule.startsAt),
        endTime: formatUtcInstant(schedule.endsAt),
      },
    })),
    pagination: paging.neighborCursors(adGroupPage),
  }
}

interface AdLister<Ad> {
  ads(campaignId: string, position: PagePosition | undefined): Promise<Page<Ad>>
}

/** Lists the ads of a campaign. */
export async function listAdPage<Ad>(
  { campaignId }: CampaignRequest,
  { connector, page }: { readonly connector: AdLister<Ad>; readonly page: Paging },
) {
  const paging = page.forList(campaignId)
  const adPage = await connector.ads(campaignId, paging.position)
  return { ads: [...adPage.rows], pagination: paging.neighborCursors(adPage) }
}
