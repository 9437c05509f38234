// Maps objectives to LinkedIn's objective types and bidding options.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/campaign-objectives

import type { Body } from '@adrail/contract'

type Objective = Body<'pro/create_campaign'>['objective']

interface BiddingProfile {
  /** LinkedIn's API requires the singular form, although its page prints other forms. */
  readonly objectiveType: string
  /** The optimization target of automatic bidding. */
  readonly optimizationTarget: string
  /** The cost types of automatic bidding and of a manual bid. */
  readonly automaticCostType: 'CPM' | 'CPV'
  readonly manualCostType: 'CPC' | 'CPM' | 'CPV'
}

const biddingByObjective: Readonly<Record<Objective, BiddingProfile>> = {
  LEADS: {
    objectiveType: 'LEAD_GENERATION',
    optimizationTarget: 'MAX_LEAD',
    automaticCostType: 'CPM',
    manualCostType: 'CPC',
  },
  TRAFFIC: {
    objectiveType: 'WEBSITE_VISIT',
    optimizationTarget: 'MAX_CLICK',
    automaticCostType: 'CPM',
    manualCostType: 'CPC',
  },
  ENGAGEMENT: {
    objectiveType: 'ENGAGEMENT',
    optimizationTarget: 'MAX_CLICK',
    automaticCostType: 'CPM',
    manualCostType: 'CPC',
  },
  CONVERSIONS: {
    objectiveType: 'WEBSITE_CONVERSION',
    optimizationTarget: 'MAX_CONVERSION',
    automaticCostType: 'CPM',
    manualCostType: 'CPC',
  },
  AWARENESS: {
    objectiveType: 'BRAND_AWARENESS',
    optimizationTarget: 'MAX_IMPRESSION',
    automaticCostType: 'CPM',
    manualCostType: 'CPM',
  },
  VIDEO_VIEWS: {
    objectiveType: 'VIDEO_VIEW',
    optimizationTarget: 'MAX_VIDEO_VIEW',
    automaticCostType: 'CPV',
    manualCostType: 'CPV',
  },
}

export function resolveBidding({ objective, bid }: Pick<Body<'pro/create_campaign'>, 'objective' | 'bid'>) {
  const { objectiveType, optimizationTarget, automaticCostType, manualCostType } =
    biddingByObjective[objective]
  return bid === undefined
    ? { objectiveType, optimizationTargetType: optimizationTarget, costType: automaticCostType }
    : { objectiveType, optimizationTargetType: 'NONE', costType: manualCostType }
}
