import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { warnings } from '../../writes.ts'
import { adContentList, emptyAdContent } from '../adContent.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adContentList,
  source: 'pro',
  summary: 'Lists the ads in a campaign, 100 per page.',
  description: 'Deleted ads are not listed. `issues` lists problems that prevent delivery.',
  permissions: [{ permission: 'r_organization_social', part: 'texts, images and links of the ads' }],
  results: z.object({ ...adContentList.results.shape, warnings }),
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
          ...emptyAdContent,
          primaryTexts: ['Pallets of boxwood, delivered'],
          headlines: [{ text: 'Pallets of boxwood, delivered', pinnedTo: '' }],
          imageUrl: 'http://127.0.0.1:8081/_media/image/sent-600x400.png',
          link: 'https://fox-garden.example/trade',
          callToAction: 'SIGN_UP',
          leadFormId: '8100101',
          postId: 'urn:li:share:7180000000',
          review: { status: 'APPROVED', reasons: [] },
        },
      ],
    },
  },
})
