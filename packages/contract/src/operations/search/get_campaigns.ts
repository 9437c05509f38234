import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { campaignList, runDateFields } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_campaigns = declareOperation({
  ...campaignList,
  source: 'search',
  summary: "Lists the campaigns in a user's ad account, 100 per page.",
  results: z.object({
    campaigns: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        resourceName: z.string(),
        dailyBudget: z.string(),
        currencyCode: z.string(),
        ...runDateFields,
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      campaigns: [
        {
          id: searchCampaignId,
          name: 'Fox Garden Shop brand',
          status: 'ACTIVE',
          resourceName: 'customers/4823109756/campaigns/21894430548',
          dailyBudget: '6.00',
          currencyCode: 'USD',
          servingStatus: 'ACTIVE',
          startDate: '2026-01-01',
          endDate: '',
        },
      ],
    },
  },
})
