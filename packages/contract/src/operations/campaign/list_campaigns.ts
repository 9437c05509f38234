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
  summary: 'Lists the campaigns of all users as they were last seen, 100 a page.',
  description:
    'Deleted ones only when asked for. A page may hold few, even none, while `pagination.next` leads on.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: recordId.optional(),
    platform: platformName.optional(),
    status: campaignStatus.optional(),
    servingStatus: servingStatusFilter,
    search: line(100).optional().describe('Part of the name.'),
    sort: z
      .enum(['USER', 'NAME', 'STATUS'])
      .optional()
      .describe('Default: user, platform, id. `STATUS`: status, name.'),
    descending: z.boolean().optional().describe('Last to first.'),
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
            'User ID under which the list already has this ad account. Leave the campaign out of sums. Absent where it counts.',
          ),
        campaignId: z.string(),
        name: z.string(),
        status: z.string(),
        effectiveStatus: z.string().describe('What comes of the status, in the platform’s word.'),
        ...runDateFields,
        issues: z.array(z.string()).describe('What keeps it from being served.'),
        dailyBudget: z.string().describe('Empty where the campaign itself has none.'),
        lifetimeBudget: z.string(),
        currencyCode: z.string().describe('Of all amounts; nothing is converted.'),
        asOf: z.string().describe('When it was last looked at.'),
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
            'Today included. Absent until figures were read; report/get_report tells how to read them.',
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
