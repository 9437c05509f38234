import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { review } from '../adContent.ts'
import { campaignPartList, deliveryFields } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_keywords = declareOperation({
  ...campaignPartList,
  source: 'search',
  columns: [
    'text',
    'matchType',
    'effectiveStatus',
    'adGroupName',
    'effectiveBidAmount',
    'qualityScore',
    'review.status',
    'id',
    'adGroupId',
    'issues',
  ],
  summary: 'Lists keywords with bid, quality score and review, 100 a page.',
  description:
    'Ordered by ad group. Deleted keywords and negative keywords are not listed, see search/get_negative_keywords. An `id` is unique only within its ad group.',
  results: z.object({
    keywords: z.array(
      z.object({
        id: z.string(),
        adGroupId: z.string(),
        adGroupName: z.string(),
        text: z.string(),
        matchType: z.string().describe('`EXACT`, `PHRASE` or `BROAD`.'),
        ...deliveryFields,
        bidAmount: z
          .string()
          .describe('Maximum cost per click of this keyword. Empty if the bid of its ad group applies.'),
        effectiveBidAmount: z.string().describe('The bid that applies. Empty for automatic bids.'),
        currencyCode: z.string(),
        qualityScore: z.string().describe('From 1 to 10. Empty until the keyword has enough searches.'),
        link: z.string().describe('Destination URL of the keyword. Empty if the URL of the ad applies.'),
        review,
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: searchCampaignId },
    results: {
      keywords: [
        {
          id: '10009603',
          adGroupId: '171330098685',
          adGroupName: 'Brand',
          text: 'fox garden shop',
          matchType: 'PHRASE',
          status: 'ACTIVE',
          effectiveStatus: 'ELIGIBLE',
          issues: [],
          bidAmount: '1.20',
          effectiveBidAmount: '1.20',
          currencyCode: 'USD',
          qualityScore: '10',
          link: '',
          review: { status: 'APPROVED', reasons: [] },
        },
      ],
    },
  },
})
