// Ad sets.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { adSetWrites } from '../changes/adSet.ts'
import { computeSpend, currentBudget } from '../changes/budget.ts'
import { createNodeKindWithId, LinkedNode } from '../graph/nodeKind.ts'
import { createInsightsEdge } from '../insights/edge.ts'
import { getAccount, getCampaign, listAds } from '../relations.ts'
import type { AdSet } from '../state.ts'
import { effectiveAdSetStatus } from '../status.ts'
import { nameTargeting } from '../targeting/namedTargeting.ts'
import { adObjectFields, createAdListing, formatObjectTime, objectListParams } from './adObject.ts'

const docsUrl = 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign'

export const adSetKind = createNodeKindWithId<AdSet>({
  type: 'AdCampaign',
  docsUrl,
  fields: {
    ...adObjectFields,
    campaign_id: (adSet) => adSet.campaign,
    campaign: (adSet, request) => LinkedNode.toNode('campaign', getCampaign(request.social, adSet)),
    effective_status: (adSet, request) => effectiveAdSetStatus(request.social, adSet),
    // An ad set returns both budgets, with "0" for the unused one. Under a campaign budget, it has neither.
    daily_budget: (adSet) =>
      adSet.budget.length === 0 ? undefined : String(currentBudget(adSet)?.daily ?? 0),
    lifetime_budget: (adSet) =>
      adSet.budget.length === 0 ? undefined : String(currentBudget(adSet)?.lifetime ?? 0),
    budget_remaining: (adSet, request) => {
      const budget = currentBudget(adSet)
      if (budget?.lifetime === undefined) return String(budget?.daily ?? 0)
      const spent = computeSpend(
        request,
        getAccount(request.social, adSet),
        getCampaign(request.social, adSet),
        adSet,
      )
      return String(Math.max(0, budget.lifetime - spent))
    },
    bid_amount: (adSet) => adSet.bidAmount,
    bid_strategy: (adSet) => (adSet.budget.length === 0 ? undefined : 'LOWEST_COST_WITHOUT_CAP'),
    billing_event: (adSet) => adSet.billingEvent,
    optimization_goal: (adSet) => adSet.optimizationGoal,
    targeting: (adSet, request) => nameTargeting(adSet.targeting, request.social),
    promoted_object: (adSet) => adSet.promotedObject,
    attribution_spec: () => [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
    destination_type: (adSet) => adSet.destination ?? 'UNDEFINED',
    dsa_beneficiary: (adSet) => adSet.advertiser?.beneficiary,
    dsa_payor: (adSet) => adSet.advertiser?.payor,
    pacing_type: () => ['standard'],
    start_time: (adSet, request) => formatObjectTime(adSet, request, adSet.startAt),
    end_time: (adSet, request) => formatObjectTime(adSet, request, adSet.endAt),
    learning_stage_info: (adSet, request) => ({
      status: request.now - adSet.startAt < 7 * 86_400_000 ? 'LEARNING' : 'SUCCESS',
      conversions: 0,
      attribution_windows: ['1d_view', '7d_click'],
    }),
    recommendations: () => undefined,
    issues_info: () => undefined,
  },
  update: adSetWrites.update,
  remove: adSetWrites.remove,
  edges: {
    ads: {
      docsUrl: `${docsUrl}/ads`,
      params: objectListParams,
      list: (adSet, request, params) => createAdListing(listAds(request.social, adSet.id), request, params),
    },
    insights: createInsightsEdge<AdSet>((adSet, request) => ({
      level: 'adset',
      account: getAccount(request.social, adSet),
      campaigns: [getCampaign(request.social, adSet)],
      adSet: adSet.id,
      node: adSet.id,
    })),
  },
})
