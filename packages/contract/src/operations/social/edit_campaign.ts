import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'social', scope: 'spend', event: 'campaign.budget_changed' },
  summary: 'Sets the daily budget of a campaign.',
  description:
    "Campaigns whose budget sits on their ad sets are handled too: the amount is divided among them in proportion. Lifetime budgets are refused. `amount` is in the ad account's currency and may not have more decimals than it.",
  example: { body: { userId: demoUser, campaignId: socialCampaignId, amount: 25 }, results: {} },
})
