// Maps objectives to LinkedIn's objective types and bidding options.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/campaign-objectives

import type { Body } from '@adrail/contract'

type Objective = Body<'pro/create_campaign'>['objective']

interface Aim {
  /** LinkedIn's API requires the singular form, although its page prints other forms. */
  readonly objectiveType: string
  /** The optimization target of automatic bidding. */
  readonly target: string
  /** The cost types of automatic bidding and of a manual bid. */
  readonly automatic: 'CPM' | 'CPV'
  readonly manual: 'CPC' | 'CPM' | 'CPV'
}

const aims: Readonly<Record<Objective, Aim>> = {
  LEADS: { objectiveType: 'LEAD_GENERATION', target: 'MAX_LEAD', automatic: 'CPM', manual: 'CPC' },
  TRAFFIC: { objectiveType: 'WEBSITE_VISIT', target: 'MAX_CLICK', automatic: 'CPM', manual: 'CPC' },
  ENGAGEMENT: { objectiveType: 'ENGAGEMENT', target: 'MAX_CLICK', automatic: 'CPM', manual: 'CPC' },
  CONVERSIONS: {
    objectiveType: 'WEBSITE_CONVERSION',
    target: 'MAX_CONVERSION',
    automatic: 'CPM',
    manual: 'CPC',
  },
  AWARENESS: { objectiveType: 'BRAND_AWARENESS', target: 'MAX_IMPRESSION', automatic: 'CPM', manual: 'CPM' },
  VIDEO_VIEWS: { objectiveType: 'VIDEO_VIEW', target: 'MAX_VIDEO_VIEW', automatic: 'CPV', manual: 'CPV' },
}

export function biddingOf({ objective, bid }: Pick<Body<'pro/create_campaign'>, 'objective' | 'bid'>) {
  const { objectiveType, target, automatic, manual } = aims[objective]
  return bid === undefined
    ? { objectiveType, optimizationTargetType: target, costType: automatic }
    : { objectiveType, optimizationTargetType: 'NONE', costType: manual }
}
