import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { campaignPartList, runDateFields } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const get_ad_sets = declareOperation({
  ...campaignPartList,
  source: 'social',
  summary: 'Lists the ad sets of a campaign, 100 per page.',
  description:
    'Deleted and archived ad sets are not listed. A budget field is empty if the ad set has a different kind of budget, or if the campaign has the budget. `issues` lists problems that prevent delivery.',
  results: z.object({
    adSets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        effectiveStatus: z.string(),
        dailyBudget: z.string(),
        lifetimeBudget: z.string(),
        currencyCode: z.string(),
        ...runDateFields,
        issues: z.array(z.string()),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: socialCampaignId },
    results: {
      adSets: [
        {
          id: '120210100000001000',
          name: 'Fans and friends',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          dailyBudget: '',
          lifetimeBudget: '',
          currencyCode: 'EUR',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
          issues: [],
        },
      ],
    },
  },
})
