// Campaigns: read and listed.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group

import { presentBudget, spentOf } from '../changes/budget.ts'
import { campaignWrites } from '../changes/campaign.ts'
import { type AddressedKind, Linked } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { insightsEdge } from '../insights/edge.ts'
import { accountOf, adSetsOf, adsOf } from '../relations.ts'
import { type Campaign, statusOf } from '../state.ts'
import { adSetStatus, adStatus, campaignStatus, listedObjects } from '../status.ts'
import { accountTime } from '../times.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group'

const time = (request: GraphRequest, campaign: Campaign, instant: number | undefined) =>
  instant === undefined ? undefined : accountTime(accountOf(request.social, campaign), instant)

export const campaignKind: AddressedKind<Campaign> = {
  type: 'AdCampaignGroup',
  source,
  id: (campaign) => campaign.id,
  usual: [],
  fields: {
    name: (campaign) => campaign.name,
    account_id: (campaign) => campaign.account,
    account: (campaign, request) => Linked.node('adaccount', accountOf(request.social, campaign)),
    objective: (campaign) => campaign.objective,
    status: (campaign) => statusOf(campaign),
    configured_status: (campaign) => statusOf(campaign),
    effective_status: (campaign) => campaignStatus(campaign),
    daily_budget: (campaign) => presentBudget(campaign)?.daily?.toString(),
    lifetime_budget: (campaign) => presentBudget(campaign)?.lifetime?.toString(),
    budget_remaining: (campaign, request) => {
      const budget = presentBudget(campaign)
      if (budget?.lifetime === undefined) return String(budget?.daily ?? 0)
      return String(
        Math.max(0, budget.lifetime - spentOf(request, accountOf(request.social, campaign), campaign)),
      )
    },
    buying_type: () => 'AUCTION',
    bid_strategy: (campaign) => campaign.bidStrategy,
    pacing_type: () => ['standard'],
    special_ad_categories: (campaign) => campaign.specialAdCategories,
    special_ad_category: (campaign) => campaign.specialAdCategories[0] ?? 'NONE',
    special_ad_category_country: () => undefined,
    spend_cap: (campaign) => campaign.spendCap?.toString(),
    can_use_spend_cap: () => true,
    start_time: (campaign, request) => time(request, campaign, campaign.startAt),
    stop_time: (campaign, request) => time(request, campaign, campaign.stopAt),
    created_time: (campaign, request) => time(request, campaign, campaign.createdAt),
    updated_time: (campaign, request) => time(request, campaign, campaign.updatedAt),
    smart_promotion_type: () => 'GUIDED_CREATION',
    is_skadnetwork_attribution: () => false,
    is_adset_budget_sharing_enabled: (campaign) => campaign.budgetSharing ?? false,
    promoted_object: () => undefined,
    source_campaign_id: () => '0',
    issues_info: (campaign) =>
      campaign.issues
        ? [
            {
              level: 'CAMPAIGN',
              error_code: 1815089,
              error_summary: 'Some ads are not running',
              error_message: 'At least one ad of this campaign was not approved.',
              error_type: 'SOFT_ERROR',
            },
          ]
        : undefined,
  },
  update: campaignWrites.update,
  remove: campaignWrites.remove,
  edges: {
    adsets: {
      source: `${source}/adsets`,
      params: ['effective_status', 'filtering'],
      list: (campaign, request, params) => ({
        kind: 'adset',
        items: listedObjects(
          'adSet',
          adSetsOf(request.social, campaign.id),
          (each) => adSetStatus(request.social, each),
          request,
          params,
        ),
      }),
    },
    ads: {
      source: `${source}/ads`,
      params: ['effective_status', 'filtering'],
      list: (campaign, request, params) => ({
        kind: 'ad',
        items: listedObjects(
          'ad',
          adSetsOf(request.social, campaign.id).flatMap((adSet) => adsOf(request.social, adSet.id)),
          (ad) => adStatus(request.social, ad, request.now),
          request,
          params,
        ),
      }),
    },
    insights: insightsEdge<Campaign>((campaign, request) => ({
      level: 'campaign',
      account: accountOf(request.social, campaign),
      campaigns: [campaign],
      node: campaign.id,
    })),
  },
}
