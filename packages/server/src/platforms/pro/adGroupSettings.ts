// Maps the bid and the budget of a LinkedIn campaign to adrail's form.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns

import type { AdGroupSettings } from '../connector-kit/adContent.ts'
import { moneyToMicros, type ProMoney } from './money.ts'
import type { GroupRow, ProCampaignRow } from './rows.ts'

/** LinkedIn bids automatically for these targets, and returns no meaningful `unitCost`. */
const isAutomatic = (target: string) => target.startsWith('MAX_') || target.startsWith('ENHANCED_')

/** With an optimized budget, the campaign group has the budget of all its campaigns. */
export const hasOwnBudget = ({ dailyBudget, totalBudget }: ProCampaignRow) =>
  dailyBudget !== undefined || totalBudget !== undefined

export function toProBidAndBudget(
  campaign: ProCampaignRow,
  group: GroupRow | undefined,
  formatAmount: (money: ProMoney | undefined) => string,
): Pick<AdGroupSettings, 'bid' | 'budget'> {
  const { costType = '', optimizationTargetType: target = 'NONE', unitCost } = campaign
  const hasBid = !isAutomatic(target) && moneyToMicros(unitCost) > 0n
  const isOwn = hasOwnBudget(campaign)
  const owner = isOwn ? campaign : group
  return {
    bid: {
      strategy: target === 'NONE' ? costType : target,
      amount: hasBid ? formatAmount(unitCost) : '',
      targetRoas: '',
    },
    budget: {
      level: isOwn ? 'AD_GROUP' : 'CAMPAIGN',
      daily: formatAmount(owner?.dailyBudget),
      lifetime: formatAmount(owner?.totalBudget),
    },
  }
}
