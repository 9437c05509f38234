import { declareOperation } from '../../declare.ts'
import { statusChange } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const update_campaign_status = declareOperation({
  ...statusChange,
  writeEffect: { platform: 'search', scope: 'spend', event: 'campaign.status_changed', removes: true },
  summary: 'Activates, pauses or deletes a campaign.',
  example: { body: { userId: demoUser, campaignId: searchCampaignId, status: 'PAUSED' }, results: {} },
})
