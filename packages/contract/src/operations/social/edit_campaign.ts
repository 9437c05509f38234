import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'social', scope: 'spend', event: 'campaign.budget_changed' },
  summary: 'Sets the daily budget of a campaign.',
  description:
    'If the ad sets have their own budgets, adrail divides the amount among the ad sets proportionally. adrail refuses lifetime budgets. `amount` must not have more decimals than the currency allows.',
  example: { body: { userId: demoUser, campaignId: socialCampaignId, amount: 25 }, results: {} },
})
