// Describes why LinkedIn does not serve a campaign or an ad.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns

const descriptionByHold: Readonly<Record<string, string>> = {
  STOPPED: 'It is not switched on.',
  CAMPAIGN_STOPPED: 'Its ad group is not served.',
  CAMPAIGN_START_DATE_HOLD: 'It has not begun yet.',
  CAMPAIGN_END_DATE_HOLD: 'It has ended.',
  CAMPAIGN_TOTAL_BUDGET_HOLD: 'Its total budget is used up.',
  CAMPAIGN_AUDIENCE_COUNT_HOLD: 'Its audience is too small.',
  CAMPAIGN_GROUP_START_DATE_HOLD: 'The campaign has not begun yet.',
  CAMPAIGN_GROUP_END_DATE_HOLD: 'The campaign has ended.',
  CAMPAIGN_GROUP_TOTAL_BUDGET_HOLD: 'The total budget of the campaign is used up.',
  CAMPAIGN_GROUP_STATUS_HOLD: 'The campaign is not switched on.',
  ACCOUNT_SERVING_HOLD: 'The ad account is not served.',
  BILLING_HOLD: 'The ad account has a problem with billing.',
  UNDER_REVIEW: 'The platform has not reviewed it yet.',
  REJECTED: 'It did not pass the review of the platform.',
}

/** An unknown hold reason appears in the text as LinkedIn's code. */
const describeHold = (hold: string) => descriptionByHold[hold] ?? `The platform holds it back (${hold}).`

export function toGroupServingState(statuses: readonly string[] = []) {
  const holds = statuses.filter((status) => status !== 'RUNNABLE')
  return { effectiveStatus: holds[0] ?? 'RUNNABLE', issues: holds.map(describeHold) }
}

interface ReviewedAd {
  readonly servingHoldReasons?: readonly string[] | undefined
  readonly review?: { readonly rejectionReasons?: readonly string[] | undefined } | undefined
}

export function toAdServingState({ servingHoldReasons: holds = [], review }: ReviewedAd) {
  const reasons = (review?.rejectionReasons ?? []).map((reason) => `The review says ${reason}.`)
  return { effectiveStatus: holds[0] ?? 'SERVING', issues: [...holds.map(describeHold), ...reasons] }
}
