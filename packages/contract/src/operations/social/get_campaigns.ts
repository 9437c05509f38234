import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { buildCampaignSchema, campaignList } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const get_campaigns = declareOperation({
  ...campaignList,
  source: 'social',
  description:
    'Deleted campaigns are listed only if `status` is `DELETED`, and only if they have metrics from the last 37 months, because Meta does not return others. Budgets are decimal strings in the account currency.',
  summary: "Lists the campaigns in a user's ad account, 100 per page.",
  results: z.object({
    campaigns: z.array(
      buildCampaignSchema({ dailyBudget: 'Empty unless the campaign itself has a daily budget.' }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      campaigns: [
        {
          id: socialCampaignId,
          name: 'Spring bread',
          objective: 'OUTCOME_TRAFFIC',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          dailyBudget: '15.00',
          lifetimeBudget: '',
          currencyCode: 'EUR',
          startTime: '2025-10-01T08:00:00+0200',
          stopTime: '',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
        },
      ],
    },
  },
})
