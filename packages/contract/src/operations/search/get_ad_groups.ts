import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { adGroupColumns, adGroupSettingFields, emptyAudience, examplePlace } from '../adGroupSettings.ts'
import { campaignPartList, deliveryFields, runDateFields } from '../campaigns.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

export const get_ad_groups = declareOperation({
  ...campaignPartList,
  source: 'search',
  summary: 'Lists the ad groups in a campaign, newest first, 100 per page.',
  description:
    'Deleted ad groups are not listed. On Google Ads, the budget belongs to the campaign. `effectiveStatus` is the resulting status, such as `ELIGIBLE` or `NOT_ELIGIBLE`. `issues` lists problems that prevent delivery.',
  columns: adGroupColumns,
  results: z.object({
    adGroups: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ...deliveryFields,
        currencyCode: z.string(),
        ...runDateFields,
        ...adGroupSettingFields,
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, campaignId: searchCampaignId },
    results: {
      adGroups: [
        {
          id: '171330098685',
          name: 'Brand',
          status: 'ACTIVE',
          effectiveStatus: 'ELIGIBLE',
          issues: [],
          currencyCode: 'USD',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
          audience: {
            ...emptyAudience,
            summary: ['Locations: United States', 'Languages: English'],
            locations: [{ id: '2840', name: 'United States', type: 'Country', ...examplePlace }],
            languages: [{ id: '1000', name: 'English' }],
          },
          schedule: { startTime: '2025-10-01T04:00:00Z', endTime: '' },
          bid: { strategy: 'MANUAL_CPC', amount: '0.80', targetRoas: '' },
          budget: { level: 'CAMPAIGN', daily: '6.00', lifetime: '' },
        },
      ],
    },
  },
})
