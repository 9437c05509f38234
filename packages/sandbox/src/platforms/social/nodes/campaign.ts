// Campaigns.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group

import { computeSpend, currentBudget } from '../changes/budget.ts'
import { campaignWrites } from '../changes/campaign.ts'
import { createNodeKindWithId } from '../graph/nodeKind.ts'
import { createInsightsEdge } from '../insights/edge.ts'
import { getAccount, listAdSets, listAds } from '../relations.ts'
import { computeRunPeriod } from '../runPeriod.ts'
import type { Campaign } from '../state.ts'
import { effectiveCampaignStatus } from '../status.ts'
import {
  adObjectFields,
  createAdListing,
  createAdSetListing,
  formatObjectTime,
  objectListParams,
} from './adObject.ts'

const docsUrl = 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group'

export const campaignKind = createNodeKindWithId<Campaign>({
  type: 'AdCampaignGroup',
  docsUrl,
  fields: {
    ...adObjectFields,
    objective: (campaign) => campaign.objective,
    effective_status: (campaign) => effectiveCampaignStatus(campaign),
    daily_budget: (campaign) => currentBudget(campaign)?.daily?.toString(),
    lifetime_budget: (campaign) => currentBudget(campaign)?.lifetime?.toString(),
    budget_remaining: (campaign, request) => {
      const budget = currentBudget(campaign)
      if (budget?.lifetime === undefined) return String(budget?.daily ?? 0)
      return String(
        Math.max(0, budget.lifetime - computeSpend(request, getAccount(request.social, campaign), campaign)),
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
    start_time: (campaign, request) =>
      formatObjectTime(campaign, request, computeRunPeriod(request.social, campaign).startAt),
    stop_time: (campaign, request) =>
      formatObjectTime(campaign, request, computeRunPeriod(request.social, campaign).stopAt),
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
      docsUrl: `${docsUrl}/adsets`,
      params: objectListParams,
      list: (campaign, request, params) =>
        createAdSetListing(listAdSets(request.social, campaign.id), request, params),
    },
    ads: {
      docsUrl: `${docsUrl}/ads`,
      params: objectListParams,
      list: (campaign, request, params) => {
        const adSets = listAdSets(request.social, campaign.id)
        const ads = adSets.flatMap((adSet) => listAds(request.social, adSet.id))
        return createAdListing(ads, request, params)
      },
    },
    insights: createInsightsEdge<Campaign>((campaign, request) => ({
      level: 'campaign',
      account: getAccount(request.social, campaign),
      campaigns: [campaign],
      node: campaign.id,
    })),
  },
})
