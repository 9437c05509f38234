// The status of a campaign group, a campaign or an ad, and why LinkedIn does not serve it.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns

import type { ServingState } from '../connector-kit/servingStatus.ts'
import { fromProStatus } from './status.ts'

const descriptionByHold: Readonly<Record<string, string>> = {
  STOPPED: 'The status is not ACTIVE.',
  CAMPAIGN_STOPPED: 'The ad group is not delivering ads.',
  CAMPAIGN_START_DATE_HOLD: 'The ad group has not begun yet.',
  CAMPAIGN_END_DATE_HOLD: 'The ad group has ended.',
  CAMPAIGN_TOTAL_BUDGET_HOLD: 'The total budget of the ad group is used up.',
  CAMPAIGN_AUDIENCE_COUNT_HOLD: 'The audience of the ad group is too small.',
  CAMPAIGN_GROUP_START_DATE_HOLD: 'The campaign has not begun yet.',
  CAMPAIGN_GROUP_END_DATE_HOLD: 'The campaign has ended.',
  CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD: 'The total budget of the campaign is used up.',
  CAMPAIGN_GROUP_STATUS_HOLD: 'The campaign is not active.',
  ACCOUNT_SERVING_HOLD: 'The ad account is not delivering ads.',
  BILLING_HOLD: 'The ad account has a problem with billing.',
  UNDER_REVIEW: 'The platform has not finished its review.',
  REJECTED: 'LinkedIn rejected the ad in its review.',
}

/** An unknown hold reason appears in the text as LinkedIn's code. */
const describeHold = (hold: string) =>
  descriptionByHold[hold] ?? `The platform is blocking delivery (${hold}).`

interface ServedObject {
  readonly status: string
  readonly servingStatuses?: readonly string[] | undefined
}

/** Returns the state of a campaign group or of a campaign. */
export function toProServingState({ status, servingStatuses = [] }: ServedObject): ServingState {
  const holds = servingStatuses.filter((servingStatus) => servingStatus !== 'RUNNABLE')
  return {
    status: fromProStatus(status),
    effectiveStatus: holds[0] ?? 'RUNNABLE',
    issues: holds.map(describeHold),
  }
}

interface ReviewedAd {
  readonly intendedStatus: string
  readonly servingHoldReasons?: readonly string[] | undefined
  readonly review?: { readonly rejectionReasons?: readonly string[] | undefined } | undefined
}

export function toProAdServingState({
  intendedStatus,
  servingHoldReasons: holds = [],
  review,
}: ReviewedAd): ServingState {
  const reasons = (review?.rejectionReasons ?? []).map((reason) => `The review returned ${reason}.`)
  return {
    status: fromProStatus(intendedStatus),
    effectiveStatus: holds[0] ?? 'SERVING',
    issues: [...holds.map(describeHold), ...reasons],
  }
}
