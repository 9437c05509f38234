import { declareOperation } from '../../declare.ts'
import { adList } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adList,
  source: 'social',
  summary: 'Lists the ads of a campaign, 100 per page.',
  description:
    'Deleted and archived ads are not listed. `adGroupId` is the ad set of the ad. `issues` lists problems that prevent delivery, such as a failed review.',
  example: {
    body: { userId: demoUser, campaignId: socialCampaignId },
    results: {
      ads: [
        {
          id: '120210200000100000',
          name: 'Fresh rye at six (video)',
          adGroupId: '120210100000001000',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          issues: [],
        },
      ],
    },
  },
})
