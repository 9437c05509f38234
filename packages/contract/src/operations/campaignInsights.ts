// Input and results of campaign insights on every platform.

import { z } from 'zod'
import type { ReportViolation } from '../operation.ts'
import { calendarDate, textOrEmpty, upstreamId, userId } from '../values.ts'
import { warnings } from '../writes.ts'
import { exampleStats, insights } from './social/values.ts'

interface DateRange {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

export const campaignInsights = {
  errors: ['OBJECT_NOT_FOUND'],
  input: z.object({
    userId,
    campaignId: upstreamId,
    startDate: calendarDate.optional().describe('To cover all time, omit both dates.'),
    endDate: calendarDate.optional(),
    currencySymbol: textOrEmpty(10).describe('Prefix for amounts.'),
    clientCostAdjustment: z.object({
      percentage: z
        .number()
        .min(-100)
        .max(10_000)
        .describe('Markup in percent. -10 shows costs that are 10% lower.'),
    }),
  }),
  rules: [
    {
      description: '`endDate` must not be before `startDate`.',
      fields: ['startDate', 'endDate'],
      check({ startDate, endDate }: DateRange, report: ReportViolation) {
        if (startDate !== undefined && endDate !== undefined && endDate < startDate)
          report('endDate', 'CONFLICT', 'must not be before startDate.')
      },
    },
  ],
  results: z.object({ insights, warnings }),
} as const

/** Builds stats of a platform that does not report reach, posts and videos. */
export function buildExampleStats(campaignName: string): typeof exampleStats {
  const unreported = Object.fromEntries(
    Object.keys(exampleStats)
      .filter((name) => /^(video|post|reach)/.test(name))
      .map((name) => [name, '']),
  )
  return {
    ...exampleStats,
    ...unreported,
    campaignName,
    cpm: '$75.92',
    cpc: '$1.24',
    ctr: '6.11',
    clicks: '1357',
    spend: '$1686.61',
    conversions: '92',
    cost_per_conversion: '$18.33',
    conversion_rate_ranking: 'UNKNOWN',
    quality_ranking: 'UNKNOWN',
    leadCount: '65',
    cost_per_action_type: [],
    actions: [],
    cpmPrevious: '$0.00',
    cpmPercent: '0',
  }
}
