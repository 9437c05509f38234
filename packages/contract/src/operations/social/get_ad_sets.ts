import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { adGroupColumns, adGroupSettingFields, emptyAudience, examplePlace } from '../adGroupSettings.ts'
import { campaignPartList, runDateFields } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const get_ad_sets = declareOperation({
  ...campaignPartList,
  source: 'social',
  summary: 'Lists the ad sets in a campaign, 100 per page.',
  columns: adGroupColumns,
  description:
    "Deleted and archived ad sets are not listed. A budget field is empty if the ad set uses the other type of budget or the campaign's budget. `issues` lists problems that prevent delivery.",
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
        ...adGroupSettingFields,
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: socialCampaignId },
    results: {
      adSets: [
        {
          id: '120210100000001002',
          name: 'Interested in it',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          dailyBudget: '',
          lifetimeBudget: '',
          currencyCode: 'EUR',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
          issues: [],
          audience: {
            ...emptyAudience,
            summary: ['Locations: Germany', 'Ages: 25-65+', 'Interests: Baking, Breakfast'],
            locations: [{ id: 'DE', name: 'Germany', type: 'country', ...examplePlace }],
            ages: ['25-65+'],
            segments: [
              { id: '6003623735514', name: 'Baking', facet: 'interests', group: 0 },
              { id: '6003145398845', name: 'Breakfast', facet: 'interests', group: 0 },
            ],
          },
          schedule: { startTime: '2025-10-01T06:01:00Z', endTime: '' },
          bid: { strategy: 'LOWEST_COST_WITHOUT_CAP', amount: '', targetRoas: '' },
          budget: { level: 'CAMPAIGN', daily: '15.00', lifetime: '' },
        },
      ],
    },
  },
})
