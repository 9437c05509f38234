// Maps the bid and the budget of an ad group to adrail's form. Both depend on its campaign.
// https://developers.google.com/google-ads/api/docs/campaigns/bidding/assign-strategies

import type { AdGroupSettings } from '../connector-kit/adContent.ts'
import type { AdGroupSettingsRow, SharedSettingsRow } from './adRows.ts'

type FormatMicros = (micros: bigint | undefined) => string

export function toSearchBidAndBudget(
  adGroup: AdGroupSettingsRow,
  { campaign, campaignBudget }: SharedSettingsRow,
  formatMicros: FormatMicros,
): Pick<AdGroupSettings, 'bid' | 'budget'> {
  const { biddingStrategyType: strategy = '' } = campaign
  const { effectiveTargetRoas: roas = 0 } = adGroup
  return {
    bid: {
      strategy,
      amount: formatMicros(findBid(strategy, adGroup, campaign)),
      targetRoas: roas > 0 ? String(roas) : '',
    },
    budget: {
      level: 'CAMPAIGN',
      daily: formatMicros(campaignBudget?.amountMicros),
      lifetime: formatMicros(campaignBudget?.totalAmountMicros),
    },
  }
}

/** The amount that the strategy uses: a bid, the maximum of automatic bids, or a target per conversion. */
function findBid(
  strategy: string,
  { cpcBidMicros, effectiveTargetCpaMicros }: AdGroupSettingsRow,
  { targetSpend }: SharedSettingsRow['campaign'],
): bigint | undefined {
  const micros =
    strategy === 'MANUAL_CPC' || strategy === 'ENHANCED_CPC'
      ? cpcBidMicros
      : strategy === 'TARGET_SPEND'
        ? targetSpend?.cpcBidCeilingMicros
        : effectiveTargetCpaMicros
  return micros === 0n ? undefined : micros
}
