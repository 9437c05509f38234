import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { adGroupColumns, adGroupSettingFields, emptyAudience, examplePlace } from '../adGroupSettings.ts'
import { campaignPartList, deliveryFields, runDateFields } from '../campaigns.ts'
import { demoUser, proCampaignId } from '../demo.ts'

export const get_ad_groups = declareOperation({
  ...campaignPartList,
  source: 'pro',
  summary: 'Lists the ad groups in a campaign, 100 per page.',
  columns: adGroupColumns,
  description:
    'Each ad group corresponds to a LinkedIn campaign. Deleted ad groups are not listed. `issues` lists problems that prevent delivery.',
  results: z.object({
    adGroups: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ...deliveryFields,
        dailyBudget: z.string(),
        lifetimeBudget: z.string(),
        currencyCode: z.string(),
        ...runDateFields,
        ...adGroupSettingFields,
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: proCampaignId },
    results: {
      adGroups: [
        {
          id: '361084726',
          name: 'Bulk plants for landscapers',
          status: 'ACTIVE',
          effectiveStatus: 'RUNNABLE',
          issues: [],
          dailyBudget: '60.00',
          lifetimeBudget: '',
          currencyCode: 'USD',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
          audience: {
            ...emptyAudience,
            summary: [
              'Locations: United States',
              'Custom audiences: Garden newsletter readers',
              'Placements: LinkedIn',
            ],
            locations: [{ id: '103644278', name: 'United States', type: '', ...examplePlace }],
            customAudiences: [{ id: '21400801', name: 'Garden newsletter readers' }],
            placements: ['LINKEDIN'],
          },
          schedule: { startTime: '2025-10-01T04:00:00Z', endTime: '' },
          bid: { strategy: 'MAX_LEAD', amount: '', targetRoas: '' },
          budget: { level: 'AD_GROUP', daily: '60.00', lifetime: '' },
        },
      ],
    },
  },
})
