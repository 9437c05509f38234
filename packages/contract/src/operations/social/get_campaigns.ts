import { z } from 'zod'
import { declare } from '../../declare.ts'
import { userId } from '../../values.ts'
import { statusFilter } from '../campaigns.ts'
import { demoUser, socialCampaign } from '../demo.ts'

export const get_campaigns = declare({
  reads: 'social',
  paged: 100,
  summary: "Lists the campaigns of a user's ad account, 100 a page.",
  description:
    'Deleted campaigns are left out unless asked for. Budgets are decimal text in the account currency.',
  input: z.object({
    userId,
    status: statusFilter,
  }),
  results: z.object({
    campaigns: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        objective: z.string(),
        status: z.string(),
        effectiveStatus: z.string(),
        dailyBudget: z.string().describe('Empty when the budget is not a daily one of the campaign.'),
        lifetimeBudget: z.string(),
        currencyCode: z.string(),
        startTime: z.string(),
        stopTime: z.string(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      campaigns: [
        {
          id: socialCampaign,
          name: 'Spring bread',
          objective: 'OUTCOME_TRAFFIC',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          dailyBudget: '15.00',
          lifetimeBudget: '',
          currencyCode: 'EUR',
          startTime: '2025-10-01T08:00:00+0200',
          stopTime: '',
        },
      ],
    },
  },
})
