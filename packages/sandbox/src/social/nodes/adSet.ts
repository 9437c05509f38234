// Ad sets: read and listed.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { adSetWrites } from '../changes/adSet.ts'
import { presentBudget, spentOf } from '../changes/budget.ts'
import { type AddressedKind, Linked } from '../graph/nodeKind.ts'
import type { GraphRequest } from '../graph/request.ts'
import { insightsEdge } from '../insights/edge.ts'
import { accountOf, adsOf, campaignOf } from '../relations.ts'
import { type AdSet, statusOf } from '../state.ts'
import { adSetStatus, adStatus, listedObjects } from '../status.ts'
import { accountTime } from '../times.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/reference/ad-campaign'

const time = (request: GraphRequest, adSet: AdSet, instant: number | undefined) =>
  instant === undefined ? undefined : accountTime(accountOf(request.social, adSet), instant)

export const adSetKind: AddressedKind<AdSet> = {
  type: 'AdCampaign',
  source,
  id: (adSet) => adSet.id,
  usual: [],
  fields: {
    name: (adSet) => adSet.name,
    account_id: (adSet) => adSet.account,
    account: (adSet, request) => Linked.node('adaccount', accountOf(request.social, adSet)),
    campaign_id: (adSet) => adSet.campaign,
    campaign: (adSet, request) => Linked.node('campaign', campaignOf(request.social, adSet)),
    status: (adSet) => statusOf(adSet),
    configured_status: (adSet) => statusOf(adSet),
    effective_status: (adSet, request) => adSetStatus(request.social, adSet),
    // An ad set answers both, with "0" for the one it does not use; under a campaign budget it has neither.
    daily_budget: (adSet) =>
      adSet.budget.length === 0 ? undefined : String(presentBudget(adSet)?.daily ?? 0),
    lifetime_budget: (adSet) =>
      adSet.budget.length === 0 ? undefined : String(presentBudget(adSet)?.lifetime ?? 0),
    budget_remaining: (adSet, request) => {
      const budget = presentBudget(adSet)
      if (budget?.lifetime === undefined) return String(budget?.daily ?? 0)
      const spent = spentOf(
        request,
        accountOf(request.social, adSet),
        campaignOf(request.social, adSet),
        adSet,
      )
      return String(Math.max(0, budget.lifetime - spent))
    },
    bid_amount: (adSet) => adSet.bidAmount,
    bid_strategy: (adSet) => (adSet.budget.length === 0 ? undefined : 'LOWEST_COST_WITHOUT_CAP'),
    billing_event: (adSet) => adSet.billingEvent,
    optimization_goal: (adSet) => adSet.optimizationGoal,
    targeting: (adSet) => adSet.targeting,
    promoted_object: (adSet) => adSet.promotedObject,
    attribution_spec: () => [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
    destination_type: () => 'UNDEFINED',
    pacing_type: () => ['standard'],
    start_time: (adSet, request) => time(request, adSet, adSet.startAt),
    end_time: (adSet, request) => time(request, adSet, adSet.endAt),
    created_time: (adSet, request) => time(request, adSet, adSet.createdAt),
    updated_time: (adSet, request) => time(request, adSet, adSet.updatedAt),
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
      source: `${source}/ads`,
      params: ['effective_status', 'filtering'],
      list: (adSet, request, params) => ({
        kind: 'ad',
        items: listedObjects(
          'ad',
          adsOf(request.social, adSet.id),
          (ad) => adStatus(request.social, ad, request.now),
          request,
          params,
        ),
      }),
    },
    insights: insightsEdge<AdSet>((adSet, request) => ({
      level: 'adset',
      account: accountOf(request.social, adSet),
      campaigns: [campaignOf(request.social, adSet)],
      adSet: adSet.id,
      node: adSet.id,
    })),
  },
}
