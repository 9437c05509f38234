import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { campaignPartList } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_negative_keywords = declareOperation({
  ...campaignPartList,
  source: 'search',
  columns: ['text', 'matchType', 'level', 'adGroupName', 'listName', 'id', 'adGroupId', 'listId'],
  summary: 'Lists negative keywords of all levels, 100 a page.',
  description:
    'First negative keywords of the campaign, then of its ad groups, then of the shared lists that the campaign uses. Lists of the whole account are not listed. An `id` is unique only within its campaign, ad group or list.',
  results: z.object({
    negativeKeywords: z.array(
      z.object({
        id: z.string(),
        level: z.enum(['CAMPAIGN', 'AD_GROUP', 'LIST']),
        adGroupId: z.string().describe('Empty for other levels.'),
        adGroupName: z.string(),
        listId: z.string().describe('Empty for other levels. Other campaigns may use the same list.'),
        listName: z.string(),
        text: z.string(),
        matchType: z.string().describe('`EXACT`, `PHRASE` or `BROAD`.'),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: searchCampaignId },
    results: {
      negativeKeywords: [
        {
          id: '10018234',
          level: 'AD_GROUP',
          adGroupId: '171330098685',
          adGroupName: 'Brand',
          listId: '',
          listName: '',
          text: 'fox gardens zoo',
          matchType: 'PHRASE',
        },
      ],
    },
  },
})
