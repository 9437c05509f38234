import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { platforms } from '../../platforms.ts'
import { line, platformName, recordId } from '../../values.ts'
import { campaignStatus, runDateFields, servingStatusFilter } from '../campaigns.ts'
import { demoUser, socialCampaignId } from '../demo.ts'

export const list_campaigns = declareOperation({
  source: 'store',
  pageSize: 100,
  columns: [
    'name',
    'campaignId',
    'servingStatus',
    'dailyBudget',
    'last30Days.spend',
    'platform',
    'userName',
    'issues',
    'last30Days.conversions',
    'duplicateOf',
  ],
  summary: 'Lists the campaigns of all users, as adrail last read them, 100 per page.',
  description:
    'Deleted campaigns are listed only if `status` is `DELETED`. A page may be empty even if `pagination.next` is set.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    platform: platformName.optional(),
    status: campaignStatus.optional(),
    servingStatus: servingStatusFilter,
    search: line(100).optional().describe('Part of the campaign name.'),
    sort: z
      .enum(['USER', 'NAME', 'STATUS'])
      .optional()
      .describe(
        'Sort order: by user, platform and id (`USER`, the default), by name, or by status and name.',
      ),
    descending: z.boolean().optional().describe('Whether to reverse the sort order.'),
  }),
  results: z.object({
    campaigns: z.array(
      z.object({
        userId: z.string(),
        userName: z.string(),
        platform: z.enum(platforms),
        accountId: z.string(),
        duplicateOf: z
          .string()
          .optional()
          .describe(
            'Id of the user for whom the list already contains this ad account. Exclude this campaign from totals. Absent if the campaign is not a duplicate.',
          ),
        campaignId: z.string(),
        name: z.string(),
        status: z.string(),
        effectiveStatus: z.string().describe('Resulting status, as reported by the platform.'),
        ...runDateFields,
        issues: z
          .array(z.string())
          .describe("Problems that prevent the campaign's ads from being delivered."),
        dailyBudget: z
          .string()
          .describe('Daily budget of the campaign. Empty if the campaign itself has no daily budget.'),
        lifetimeBudget: z.string(),
        currencyCode: z.string().describe('Currency of all amounts. adrail does not convert amounts.'),
        asOf: z.string().describe('Time when adrail last read the campaign.'),
        last30Days: z
          .object({
            spend: z.string(),
            impressions: z.number().int(),
            clicks: z.number().int(),
            conversions: z.string(),
            leads: z.string(),
            asOf: z.string(),
          })
          .optional()
          .describe(
            'Totals for the last 30 days, including today. Absent until adrail has read metrics. For a description of the metrics, see report/get_report.',
          ),
      }),
    ),
  }),
  example: {
    body: { status: 'ACTIVE' },
    results: {
      campaigns: [
        {
          userId: demoUser,
          userName: 'Ada Fox',
          platform: 'social',
          accountId: '1001200300400',
          campaignId: socialCampaignId,
          name: 'Spring bread',
          status: 'ACTIVE',
          effectiveStatus: 'ACTIVE',
          servingStatus: 'ACTIVE',
          startDate: '2025-10-01',
          endDate: '',
          issues: [],
          dailyBudget: '15.00',
          lifetimeBudget: '',
          currencyCode: 'EUR',
          asOf: '2026-01-15T12:00:00.000Z',
          last30Days: {
            spend: '402.31',
            impressions: 53_120,
            clicks: 1_284,
            conversions: '14',
            leads: '0',
            asOf: '2026-01-15T11:45:00.000Z',
          },
        },
      ],
    },
  },
})
