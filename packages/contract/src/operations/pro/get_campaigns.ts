import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { buildCampaignSchema, campaignList } from '../campaigns.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const get_campaigns = declareOperation({
  ...campaignList,
  source: 'pro',
  summary: "Lists the campaigns of a user's ad account, 100 per page.",
  description:
    'LinkedIn calls a campaign a campaign group. Its ad groups have the daily budgets. Deleted campaigns are listed only on request.',
  results: z.object({
    campaigns: z.array(buildCampaignSchema({ dailyBudget: 'Always empty. pro/get_ad_groups returns it.' })),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      campaigns: [
        {
          id: proCampaignId,
          name: 'Trade customers',
          objective: '',
          status: 'ACTIVE',
          effectiveStatus: 'RUNNABLE',
          dailyBudget: '',
          lifetimeBudget: '',
          currencyCode: 'USD',
          startTime: '2025-10-01T08:00:00.000Z',
          stopTime: '',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
        },
      ],
    },
  },
})
