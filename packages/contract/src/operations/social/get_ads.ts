import { z } from 'zod'
import { declare } from '../../declare.ts'
import { platformId, userId } from '../../values.ts'
import { demoUser, socialCampaign } from '../demo.ts'

export const get_ads = declare({
  reads: 'social',
  paged: 100,
  summary: 'Lists the ads of a campaign, 100 a page.',
  description:
    'Deleted and archived ads are left out. `adGroupId` is the ad set that an ad is in. `issues` says in words what keeps an ad from delivering, such as a review that it did not pass.',
  errors: ['OBJECT_NOT_FOUND'],
  input: z.object({ userId, campaignId: platformId }),
  results: z.object({
    ads: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        adGroupId: z.string(),
        status: z.string(),
        effectiveStatus: z.string(),
        issues: z.array(z.string()),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: socialCampaign },
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
