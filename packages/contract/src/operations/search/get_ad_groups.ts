import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { campaignPartList, deliveryFields } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_ad_groups = declareOperation({
  ...campaignPartList,
  source: 'search',
  summary: 'Lists the ad groups of a campaign, newest first, 100 per page.',
  description:
    'Deleted ad groups are not listed. On this platform, the campaign has the budget. `effectiveStatus` is the resulting status, such as `ELIGIBLE` or `NOT_ELIGIBLE`. `issues` lists problems that prevent delivery.',
  results: z.object({ adGroups: z.array(z.object({ id: z.string(), name: z.string(), ...deliveryFields })) }),
  example: {
    body: { userId: demoUser, campaignId: searchCampaignId },
    results: {
      adGroups: [
        { id: '171330098685', name: 'Brand', status: 'ACTIVE', effectiveStatus: 'ELIGIBLE', issues: [] },
      ],
    },
  },
})
