import { declareOperation } from '../../declare.ts'
import { adContentList, emptyAdContent } from '../adContent.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_ads = declareOperation({
  ...adContentList,
  source: 'search',
  summary: 'Lists the ads in a campaign, newest first, 100 per page.',
  description:
    'Deleted ads are not listed. If an ad has no name on the platform, `name` is the first headline. `effectiveStatus` is the resulting status, such as `ELIGIBLE` or `PENDING`. `issues` lists problems that prevent delivery.',
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
          ...emptyAdContent,
          headlines: [
            { text: 'Fox Garden Shop', pinnedTo: '' },
            { text: 'Official Site', pinnedTo: '' },
            { text: 'Three Shops in New York', pinnedTo: '' },
          ],
          descriptions: [
            { text: 'Furniture, plants and advice since 1998.', pinnedTo: '' },
            { text: 'Visit us in Soho, Harlem and Brooklyn.', pinnedTo: '' },
          ],
          callouts: ['Family business'],
          link: 'https://fox-garden.example',
          review: { status: 'APPROVED', reasons: [] },
        },
      ],
    },
  },
})
