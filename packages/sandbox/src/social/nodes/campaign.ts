// Campaigns.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group

import { presentBudget, spentOf } from '../changes/budget.ts'
import { campaignWrites } from '../changes/campaign.ts'
import { addressed } from '../graph/nodeKind.ts'
import { insightsEdge } from '../insights/edge.ts'
import { accountOf, adSetsOf, adsOf } from '../relations.ts'
import { runTime } from '../runTime.ts'
import type { Campaign } from '../state.ts'
import { campaignStatus } from '../status.ts'
import { adObjectFields, listedAdSets, listedAds, listParams, timeOf } from './adObject.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group'

export const campaignKind = addressed<Campaign>({
  type: 'AdCampaignGroup',
  source,
  fields: {
    ...adObjectFields,
    objective: (campaign) => campaign.objective,
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
    special_ad_category_country: (campaign) => campaign.specialAdCountries,
    adlabels: (campaign) => campaign.labels,
    spend_cap: (campaign) => campaign.spendCap?.toString(),
    can_use_spend_cap: () => true,
    start_time: (campaign, request) => timeOf(campaign, request, runTime(request.social, campaign).startAt),
    stop_time: (campaign, request) => timeOf(campaign, request, runTime(request.social, campaign).stopAt),
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
      params: listParams,
      list: (campaign, request, params) =>
        listedAdSets(adSetsOf(request.social, campaign.id), request, params),
    },
    ads: {
      source: `${source}/ads`,
      params: listParams,
      list: (campaign, request, params) => {
        const adSets = adSetsOf(request.social, campaign.id)
        const ads = adSets.flatMap((adSet) => adsOf(request.social, adSet.id))
        return listedAds(ads, request, params)
      },
    },
    insights: insightsEdge<Campaign>((campaign, request) => ({
      level: 'campaign',
      account: accountOf(request.social, campaign),
      campaigns: [campaign],
      node: campaign.id,
    })),
  },
})
