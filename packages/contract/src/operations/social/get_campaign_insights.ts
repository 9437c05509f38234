import { z } from 'zod'
import { declare } from '../../declare.ts'
import { anyText, calendarDate, platformId, userId } from '../../values.ts'
import { warnings } from '../../writes.ts'
import { demoUser, socialCampaign } from '../demo.ts'
import { exampleStats, insights } from './values.ts'

export const get_campaign_insights = declare({
  reads: 'social',
  summary: 'Reports how a campaign, its ad sets and its ads performed.',
  description:
    'Without both dates the report covers all time. `clientCostAdjustment.percentage` is a mark-up on every cost, `currencySymbol` a prefix of every amount; neither converts anything. With both dates, `cpmPrevious` and `cpmPercent` compare with the period of the same length before. The platform keeps figures for 37 months; what is older is missing, and a warning says so.',
  errors: ['OBJECT_NOT_FOUND'],
  input: z.object({
    userId,
    campaignId: platformId,
    startDate: calendarDate.optional(),
    endDate: calendarDate.optional(),
    currencySymbol: anyText(10).describe('Put before every amount; may be empty.'),
    clientCostAdjustment: z.object({
      percentage: z
        .number()
        .min(-100)
        .max(10_000)
        .describe('12.5 shows costs 12.5 % higher, -10 shows them 10 % lower.'),
    }),
  }),
  rules: [
    {
      says: '`endDate` is not before `startDate`.',
      over: ['startDate', 'endDate'],
      check({ startDate, endDate }, report) {
        if (startDate !== undefined && endDate !== undefined && endDate < startDate)
          report('endDate', 'CONFLICT', 'must not be before startDate.')
      },
    },
  ],
  results: z.object({ insights, warnings }),
  example: {
    body: {
      userId: demoUser,
      campaignId: socialCampaign,
      currencySymbol: '€',
      clientCostAdjustment: { percentage: 0 },
    },
    results: {
      insights: {
        name: 'Spring bread',
        stats: exampleStats,
        adsets: {
          '120210100000001000': {
            name: 'Fans and friends',
            stats: exampleStats,
            ads: { '120210200000100000': { name: 'Rye at seven', stats: exampleStats } },
          },
        },
        error: '',
      },
    },
  },
})
