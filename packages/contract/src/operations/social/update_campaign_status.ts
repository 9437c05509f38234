import { declare } from '../../declare.ts'
import { statusChange } from '../campaigns.ts'
import { demoUser, socialCampaign } from '../demo.ts'

export const update_campaign_status = declare({
  ...statusChange,
  writes: { platform: 'social', scope: 'spend', event: 'campaign.status_changed', removes: true },
  summary: 'Starts, pauses or deletes a campaign.',
  example: { body: { userId: demoUser, campaignId: socialCampaign, status: 'PAUSED' }, results: {} },
})
