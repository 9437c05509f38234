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
    'First those of the campaign, then those of its ad groups, then those of the shared lists that the campaign uses. The list excludes lists of the whole account. An `id` is unique only within its campaign, ad group or list.',
  results: z.object({
    negativeKeywords: z.array(
      z.object({
        id: z.string(),
        level: z.enum(['CAMPAIGN', 'AD_GROUP', 'LIST']),
        adGroupId: z.string().describe('Empty at other levels.'),
        adGroupName: z.string(),
        listId: z.string().describe('Empty at other levels. Other campaigns may use the same list.'),
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
