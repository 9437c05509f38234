import { declareOperation } from '../../declare.ts'
import { adList } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adList,
  source: 'search',
  summary: 'Lists the ads of a campaign, newest first, 100 per page.',
  description:
    'Deleted ads are not listed. `name` is the first headline if the platform has no name. `effectiveStatus` is the resulting status, such as `ELIGIBLE` or `PENDING`. `issues` lists problems that prevent delivery.',
  example: {
    body: { userId: demoUser, campaignId: searchCampaignId },
    results: {
      ads: [
        {
          id: '742211908822',
          name: 'Fox Garden Shop',
          adGroupId: '171330098685',
          status: 'ACTIVE',
          effectiveStatus: 'ELIGIBLE',
          issues: [],
        },
      ],
    },
  },
})
