// Parts of a report: metrics, rows and account details.

import { z } from 'zod'
import { platforms } from '../../platforms.ts'

export const reportLevels = ['ACCOUNT', 'CAMPAIGN', 'AD_GROUP', 'AD', 'KEYWORD'] as const

const count = z.number().int()
/** Exact decimal text without a currency sign, such as `12.50`. */
const decimal = z.string()

/** Metrics that can be added up. */
const additiveMetrics = {
  impressions: count.describe('On the professional network with messages that were sent.'),
  clicks: count.describe(
    'All clicks on social, clicks on the ad on search, chargeable ones on the professional network.',
  ),
  spend: decimal.describe('In `currencyCode`.'),
  conversions: decimal.describe(
    'Leads among them. What counts differs from platform to platform; may be a fraction on search.',
  ),
  conversionsValue: decimal.describe('In `currencyCode`.'),
  leads: decimal,
}

const metricFields = {
  ...additiveMetrics,
  reach: count
    .optional()
    .describe(
      'People, each once: never adds up. Absent on search, and on the professional network over more than 92 days.',
    ),
  videoViews: count
    .optional()
    .describe(
      'From 3 seconds on social, as TrueView on search, 2 seconds of half the picture on the professional network.',
    ),
  ctr: decimal
    .optional()
    .describe('Clicks for each 100 impressions. Rates are absent where they divide by 0.'),
  cpc: decimal.optional().describe('Spend for each click.'),
  cpm: decimal.optional().describe('Spend for each 1000 impressions.'),
  costPerConversion: decimal.optional(),
}

/** Context of the metrics: currency, time zone, attribution and age. */
const contextFields = {
  currencyCode: z.string(),
  timeZone: z
    .string()
    .describe(
      "Whose days they are: the account's own; `UTC` on the professional network. Nothing is shifted.",
    ),
  attribution: z
    .string()
    .describe('How the platform decides what a conversion came from, such as `GOOGLE:CLICK_DATE`.'),
  asOf: z.string().describe('When the platform told it, ISO 8601.'),
}

/** These columns come last, because spreadsheets may address earlier columns by position. */
const servingStatus = z
  .string()
  .optional()
  .describe(
    'At level `CAMPAIGN`: `SCHEDULED` before the start, `ENDED` after the end even if paused, otherwise the status, as of now. Absent until adrail has read the campaign for campaign/list_campaigns.',
  )
const duplicateOf = z
  .string()
  .optional()
  .describe(
    'User ID under which the report already has this ad account. Leave these figures out of sums. Absent where they count.',
  )

export const reportRow = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string(),
  level: z.enum(reportLevels),
  platformLevel: z.string().describe('What the platform calls the level.'),
  date: z.string().optional().describe('The day; absent for `TOTAL`.'),
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
  provisional: z.boolean().describe('True while the platform may still add conversions to these days.'),
  servingStatus,
  duplicateOf,
})

export const reportAccount = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string(),
  accountName: z.string(),
  ...contextFields,
  dataThrough: z.string().describe('The last day of the period that was over at `asOf`.'),
  totals: z
    .object(metricFields)
    .describe("The account's own figures. The rows may be less: the platforms leave things out below."),
  unattributed: z
    .object(additiveMetrics)
    .optional()
    .describe('What the totals have more than all rows together; absent when that is nothing.'),
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
      'Per cent of a report that the platform is still making; the same request again goes on with it.',
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
