import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'social', scope: 'spend', event: 'campaign.budget_changed' },
  summary: 'Sets the daily budget of a campaign.',
  description:
    "If the ad sets have the budgets, adrail divides the amount among them in proportion. It refuses lifetime budgets. `amount` is in the ad account's currency and may not have more decimals than the currency.",
  example: { body: { userId: demoUser, campaignId: socialCampaignId, amount: 25 }, results: {} },
})
