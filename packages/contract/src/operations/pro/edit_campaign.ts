import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'pro', scope: 'spend', event: 'campaign.budget_changed' },
  summary: 'Sets the daily budget of a campaign.',
  description:
    "adrail divides the amount proportionally among the campaign's ad groups. adrail refuses campaigns with total budgets.",
  example: { body: { userId: demoUser, campaignId: proCampaignId, amount: 90 }, results: {} },
})
