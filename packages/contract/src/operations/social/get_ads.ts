import { declareOperation } from '../../declare.ts'
import { adContentList, emptyAdContent } from '../adContent.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adContentList,
  source: 'social',
  summary: 'Lists the ads in a campaign, 100 per page.',
  description:
    'Deleted and archived ads are not listed. `adGroupId` is the id of the ad set that contains the ad. `issues` lists problems that prevent delivery, such as a failed review.',
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
          ...emptyAdContent,
          primaryTexts: ['Still warm when you come by. Order tonight, pick up tomorrow.'],
          headlines: [{ text: 'Fresh rye at six', pinnedTo: '' }],
          imageUrl: 'http://127.0.0.1:8081/_media/image/rye-1080x1080.jpg',
          videoId: '990011',
          link: 'https://www.fox-bakery.example/spring-bread',
          callToAction: 'LEARN_MORE',
          review: { status: 'APPROVED', reasons: [] },
        },
      ],
    },
  },
})
