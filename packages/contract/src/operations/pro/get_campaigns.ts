import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { buildCampaignSchema, campaignList } from '../campaigns.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const get_campaigns = declareOperation({
  ...campaignList,
  source: 'pro',
  summary: "Lists the campaigns in a user's ad account, 100 per page.",
  description:
    'Each campaign corresponds to a LinkedIn campaign group. Daily budgets are set on its ad groups. Deleted campaigns are listed only if `status` is `DELETED`.',
  results: z.object({
    campaigns: z.array(
      buildCampaignSchema({ dailyBudget: 'Always empty. To get the daily budgets, call pro/get_ad_groups.' }),
    ),
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
