// Parts of a report: metrics, rows and account details.

import { z } from 'zod'
import { platforms } from '../../platforms.ts'

export const reportLevels = ['ACCOUNT', 'CAMPAIGN', 'AD_GROUP', 'AD', 'KEYWORD'] as const

const count = z.number().int()
/** Exact decimal text without a currency sign, such as `12.50`. */
const decimal = z.string()

/** Metrics that can be added up. */
const additiveMetrics = {
  impressions: count.describe('Number of impressions. On LinkedIn, includes sent messages.'),
  clicks: count.describe(
    'All clicks on Meta, clicks on the ad on Google Ads, and chargeable clicks on LinkedIn.',
  ),
  spend: decimal.describe('Amount spent, in `currencyCode`.'),
  conversions: decimal.describe(
    'Number of conversions, including leads. The definition of a conversion varies by platform. On Google Ads, the number may be a fraction.',
  ),
  conversionsValue: decimal.describe('Value of the conversions, in `currencyCode`.'),
  leads: decimal,
}

const metricFields = {
  ...additiveMetrics,
  reach: count
    .optional()
    .describe(
      'Number of people reached. Do not add up reach across rows. Absent on Google Ads, and on LinkedIn for periods of more than 92 days.',
    ),
  videoViews: count
    .optional()
    .describe(
      'Number of video views: views of at least 3 seconds on Meta, TrueView views on Google Ads, and views of at least 2 seconds with half of the video visible on LinkedIn.',
    ),
  ctr: decimal.optional().describe('Clicks per 100 impressions. Like all rates, absent if the divisor is 0.'),
  cpc: decimal.optional().describe('Spend per click.'),
  cpm: decimal.optional().describe('Spend per 1,000 impressions.'),
  costPerConversion: decimal.optional(),
}

/** Context of the metrics: currency, time zone, attribution and age. */
const contextFields = {
  currencyCode: z.string(),
  timeZone: z
    .string()
    .describe(
      "Time zone of the dates: the ad account's time zone or, on LinkedIn, `UTC`. adrail does not convert dates.",
    ),
  attribution: z.string().describe('How the platform attributes conversions, such as `GOOGLE:CLICK_DATE`.'),
  asOf: z.string().describe('Time when adrail read the metrics, in ISO 8601 format.'),
}

/** These columns come last, because spreadsheets may address earlier columns by position. */
const servingStatus = z
  .string()
  .optional()
  .describe(
    'At the `CAMPAIGN` level: `SCHEDULED` before the start, `ENDED` after the end (even if paused), and otherwise the current status. Absent until adrail first reads the campaign in the background.',
  )
const duplicateOf = z
  .string()
  .optional()
  .describe(
    'Id of the user for whom the report already contains this ad account. Exclude these metrics from totals. Absent if the metrics are not duplicates.',
  )

export const reportRow = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string(),
  level: z.enum(reportLevels),
  platformLevel: z.string().describe("The platform's name for the level."),
  date: z.string().optional().describe('Day that the row covers. Absent if `granularity` is `TOTAL`.'),
  startDate: z.string(),
  endDate: z.string(),
  campaignId: z.string().optional(),
  campaignName: z.string().optional(),
  adGroupId: z.string().optional(),
  adGroupName: z.string().optional(),
  adId: z.string().optional(),
  adName: z.string().optional(),
  keywordId: z.string().optional(),
  keywordText: z.string().optional(),
  matchType: z.string().optional(),
  status: z.string().optional(),
  ...metricFields,
  ...contextFields,
  provisional: z
    .boolean()
    .describe('Whether the platform may still add conversions to the days that the row covers.'),
  servingStatus,
  duplicateOf,
})

export const reportAccount = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string(),
  accountName: z.string(),
  ...contextFields,
  dataThrough: z.string().describe('Last day in the period that was complete at the time of `asOf`.'),
  totals: z
    .object(metricFields)
    .describe(
      'Totals that the platform reports for the account. The sum of the rows may be lower, because platforms omit data at lower levels.',
    ),
  unattributed: z
    .object(additiveMetrics)
    .optional()
    .describe('Difference between the totals and the sum of the rows. Absent if there is no difference.'),
  duplicateOf,
})

export const reportError = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  error: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  progress: count
    .optional()
    .describe(
      'Progress, in percent, of a report that the platform is still preparing. To get the report, retry the same request.',
    ),
})

export const skippedPlatform = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  reason: z.string(),
})

const exampleMetrics = {
  impressions: 53_120,
  clicks: 1_284,
  spend: '402.31',
  conversions: '14',
  conversionsValue: '301.00',
  leads: '0',
  reach: 38_877,
  videoViews: 5_120,
  ctr: '2.4172',
  cpc: '0.3133',
  cpm: '7.5736',
  costPerConversion: '28.7364',
}

const exampleContext = {
  currencyCode: 'EUR',
  timeZone: 'Europe/Berlin',
  attribution: 'META:7d_click_1d_view',
  asOf: '2026-01-15T12:00:00.000Z',
}

export const exampleRow: z.input<typeof reportRow> = {
  userId: 'usr_demo_all',
  platform: 'social',
  accountId: '1001200300400',
  level: 'CAMPAIGN',
  platformLevel: 'campaign',
  startDate: '2025-12-01',
  endDate: '2025-12-31',
  campaignId: '120210000000000011',
  campaignName: 'Spring bread',
  ...exampleMetrics,
  ...exampleContext,
  provisional: true,
}

export const exampleAccount: z.input<typeof reportAccount> = {
  userId: 'usr_demo_all',
  platform: 'social',
  accountId: '1001200300400',
  accountName: 'Bakery Sunrise',
  ...exampleContext,
  dataThrough: '2025-12-31',
  totals: exampleMetrics,
}
