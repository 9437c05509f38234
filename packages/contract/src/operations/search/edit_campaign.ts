import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'search', scope: 'spend', event: 'campaign.budget_changed' },
  summary: 'Sets the daily budget of a campaign.',
  description: '`amount` must not have more decimals than the currency allows.',
  example: { body: { userId: demoUser, campaignId: searchCampaignId, amount: 30 }, results: {} },
})
