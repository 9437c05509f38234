import { declareOperation } from '../../declare.ts'
import { budgetChange } from '../campaigns.ts'
import { demoUser } from '../demo.ts'

export const edit_campaign = declareOperation({
  ...budgetChange,
  writeEffect: { platform: 'town', scope: 'spend', event: 'campaign.budget_changed' },
  summary: "Changes a campaign's daily budget.",
  example: { body: { userId: demoUser, campaignId: '900', amount: 6 }, results: {} },
})
