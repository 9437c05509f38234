// What the insights of a campaign take and give, on every platform.

import { z } from 'zod'
import type { Report } from '../operation.ts'
import { anyText, calendarDate, platformId, userId } from '../values.ts'
import { warnings } from '../writes.ts'
import { insights } from './social/values.ts'

interface Days {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

export const campaignInsights = {
  errors: ['OBJECT_NOT_FOUND'],
  input: z.object({
    userId,
    campaignId: platformId,
    startDate: calendarDate.optional(),
    endDate: calendarDate.optional(),
    currencySymbol: anyText(10).describe('Put before amounts.'),
    clientCostAdjustment: z.object({
      percentage: z.number().min(-100).max(10_000).describe('A mark-up; -10 shows costs 10 % lower.'),
    }),
  }),
  rules: [
    {
      says: '`endDate` is not before `startDate`.',
      over: ['startDate', 'endDate'],
      check({ startDate, endDate }: Days, report: Report) {
        if (startDate !== undefined && endDate !== undefined && endDate < startDate)
          report('endDate', 'CONFLICT', 'must not be before startDate.')
      },
    },
  ],
  results: z.object({ insights, warnings }),
} as const
