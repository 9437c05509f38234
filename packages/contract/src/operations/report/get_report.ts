import { z } from 'zod'
import { withValueAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { platforms } from '../../platforms.ts'
import { noDuplicates } from '../../rules.ts'
import { calendarDate, platformName, recordId, upstreamId } from '../../values.ts'
import { warnings } from '../../writes.ts'
import { demoUser } from '../demo.ts'
import {
  exampleAccount,
  exampleRow,
  reportAccount,
  reportError,
  reportLevels,
  reportRow,
  skippedPlatform,
} from './values.ts'

const maxUsers = 20
const maxDays = { byObject: 92, otherwise: 400 }
const maxAgeLimitSeconds = 7 * 86_400
const dayMs = 86_400_000

export const get_report = declareOperation({
  source: 'platforms',
  table: 'rows',
  columns: [
    'date',
    'campaignName',
    'adGroupName',
    'adName',
    'keywordText',
    'platform',
    'spend',
    'clicks',
    'conversions',
    'accountId',
    'impressions',
    'leads',
    'costPerConversion',
    'servingStatus',
    'status',
    'userId',
    'duplicateOf',
  ],
  summary: 'Reports advertising costs and results for several users and platforms in one table.',
  description:
    'adrail does not convert values: each row has its own currency, time zone and attribution. Every requested account is in `accounts` or `errors`.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userIds: z.array(recordId).min(1).max(maxUsers),
    platforms: z
      .array(platformName)
      .min(1)
      .max(platforms.length)
      .optional()
      .describe('Defaults to all linked platforms.'),
    level: withValueAliases(z.enum(reportLevels), ['AD_GROUP', 'AD_SET']),
    startDate: calendarDate,
    endDate: calendarDate,
    granularity: z.enum(['TOTAL', 'DAY']).default('TOTAL'),
    campaignIds: z.array(upstreamId).max(100).optional().describe('Limits the report to these campaigns.'),
    includeDeleted: z.boolean().default(true),
    maxAgeSeconds: z
      .number()
      .int()
      .min(0)
      .max(maxAgeLimitSeconds)
      .optional()
      .describe(
        'Maximum age, in seconds, of stored metrics to accept. Stored metrics cover 90 days at the levels `ACCOUNT` and `CAMPAIGN`, but not `reach`.',
      ),
    clientCostAdjustment: z
      .object({ percentage: z.number().min(-100).max(10_000) })
      .optional()
      .describe('Markup on costs.'),
  }),
  rules: [
    {
      description: '`endDate` must not be before `startDate`.',
      fields: ['startDate', 'endDate'],
      check({ startDate = '', endDate = '' }, report) {
        if (endDate < startDate) report('endDate', 'CONFLICT', 'must not be before startDate.')
      },
    },
    {
      description:
        'If `granularity` is `DAY`, the maximum period is 92 days for ads and keywords, and 400 days for other levels.',
      fields: ['level', 'granularity', 'startDate', 'endDate'],
      check({ level, granularity, startDate = '', endDate = '' }, report) {
        const dayLimit = level === 'AD' || level === 'KEYWORD' ? maxDays.byObject : maxDays.otherwise
        const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMs + 1
        if (granularity === 'DAY' && days > dayLimit)
          report(
            'endDate',
            'OUT_OF_RANGE',
            `must be at most ${dayLimit} days from startDate, because each day is a row.`,
          )
      },
    },
    noDuplicates('userIds', 'user'),
    noDuplicates('platforms', 'platform'),
  ],
  results: z.object({
    rows: z.array(reportRow),
    accounts: z.array(reportAccount),
    errors: z.array(reportError).describe('Accounts for which adrail has no metrics, with the reasons.'),
    skipped: z.array(skippedPlatform).describe('Platforms that do not support the requested level.'),
    clientCostAdjustment: z
      .object({ percentage: z.number() })
      .optional()
      .describe('Markup on the costs. Absent if there is none.'),
    warnings,
  }),
  example: {
    body: {
      userIds: [demoUser],
      level: 'CAMPAIGN',
      startDate: '2025-12-01',
      endDate: '2025-12-31',
    },
    results: { rows: [exampleRow], accounts: [exampleAccount], errors: [], skipped: [] },
  },
})
