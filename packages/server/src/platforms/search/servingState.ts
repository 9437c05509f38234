// The status of a campaign, an ad group, an ad or a keyword, and why the platform does not serve it.
// https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignPrimaryStatusReasonEnum.CampaignPrimaryStatusReason
// https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupPrimaryStatusReasonEnum.AdGroupPrimaryStatusReason
// https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupAdPrimaryStatusReasonEnum.AdGroupAdPrimaryStatusReason
// https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupCriterionPrimaryStatusReasonEnum.AdGroupCriterionPrimaryStatusReason

import type { ServingState } from '../connector-kit/servingStatus.ts'
import { fromSearchStatus } from './status.ts'

const descriptionByReason: Readonly<Record<string, string>> = {
  CAMPAIGN_REMOVED: 'The campaign was deleted.',
  CAMPAIGN_PAUSED: 'The campaign is paused.',
  CAMPAIGN_PENDING: 'The campaign has not begun yet.',
  CAMPAIGN_ENDED: 'The campaign has ended.',
  BUDGET_CONSTRAINED: 'The budget limits delivery.',
  BUDGET_MISCONFIGURED: 'The budget is not set up correctly.',
  BIDDING_STRATEGY_MISCONFIGURED: 'Bidding is not set up correctly.',
  BIDDING_STRATEGY_LEARNING: 'Bidding is still in the learning phase.',
  NO_AD_GROUPS: 'The campaign has no ad groups.',
  AD_GROUPS_PAUSED: 'All ad groups of the campaign are paused.',
  AD_GROUP_PAUSED: 'The ad group is paused.',
  AD_GROUP_REMOVED: 'The ad group was deleted.',
  AD_GROUP_INCOMPLETE: 'The ad group is not complete.',
  AD_GROUP_PAUSED_DUE_TO_LOW_ACTIVITY:
    'Google Ads paused the ad group because its ads received very few impressions.',
  KEYWORDS_PAUSED: 'All keywords of the ad group are paused.',
  NO_KEYWORDS: 'The ad group has no keywords.',
  AD_GROUP_ADS_PAUSED: 'All ads of the ad group are paused.',
  NO_AD_GROUP_ADS: 'The ad group has no ads.',
  HAS_ADS_DISAPPROVED: 'Google Ads rejected some ads in the ad group in its review.',
  HAS_ADS_LIMITED_BY_POLICY: "A policy limits where the ad group's ads are shown.",
  MOST_ADS_UNDER_REVIEW: 'Most ads in the ad group are being reviewed.',
  AD_GROUP_AD_PAUSED: 'The ad is paused.',
  AD_GROUP_AD_REMOVED: 'The ad was deleted.',
  AD_GROUP_AD_DISAPPROVED: 'Google Ads rejected the ad in its review.',
  AD_GROUP_AD_UNDER_REVIEW: 'The ad is being reviewed.',
  AD_GROUP_AD_POOR_QUALITY: 'The quality of the ad is poor.',
  AD_GROUP_AD_NO_ADS: 'The ad has no content to show.',
  AD_GROUP_AD_APPROVED_LABELED: 'A policy limits where the ad is shown.',
  AD_GROUP_AD_AREA_OF_INTEREST_ONLY:
    'A policy prevents the ad from being shown in its target locations. Only people elsewhere who are interested in these locations see the ad.',
  AD_GROUP_AD_UNDER_APPEAL: 'The review of the ad is under appeal.',
  AD_GROUP_CRITERION_PAUSED: 'The keyword is paused.',
  AD_GROUP_CRITERION_REMOVED: 'The keyword was deleted.',
  AD_GROUP_CRITERION_DISAPPROVED: 'The keyword failed the review.',
  AD_GROUP_CRITERION_UNDER_REVIEW: 'The platform is reviewing the keyword.',
  AD_GROUP_CRITERION_PENDING_REVIEW: 'The platform has not reviewed the keyword yet.',
  AD_GROUP_CRITERION_RARELY_SERVED: 'Too few people search for the keyword.',
  AD_GROUP_CRITERION_LOW_QUALITY: 'The keyword has a low quality score.',
  AD_GROUP_CRITERION_BELOW_FIRST_PAGE_BID: 'The bid is too low for the first page of results.',
}

interface ServedObject {
  readonly status: string
  readonly primaryStatus?: string | undefined
  readonly primaryStatusReasons?: readonly string[] | undefined
}

export function toSearchServingState({
  status,
  primaryStatus = '',
  primaryStatusReasons: reasons = [],
}: ServedObject): ServingState {
  return {
    status: fromSearchStatus(status),
    effectiveStatus: primaryStatus,
    issues: reasons.map(describeReason),
  }
}

/** A reason that is newer than this table is described by its name. */
const describeReason = (reason: string) =>
  descriptionByReason[reason] ?? `${reason.toLowerCase().replaceAll('_', ' ')}.`
