import { declareOperation } from '../../declare.ts'
import { adList } from '../campaigns.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adList,
  source: 'pro',
  summary: 'Lists the ads of a campaign, 100 per page.',
  description: 'Deleted ads are not listed. `issues` lists problems that prevent delivery.',
  example: {
    body: { userId: demoUser, campaignId: proCampaignId },
    results: {
      ads: [
        {
          id: '295104001',
          name: 'Pallets of boxwood, delivered',
          adGroupId: '361084726',
          status: 'ACTIVE',
          effectiveStatus: 'SERVING',
          issues: [],
        },
      ],
    },
  },
})
