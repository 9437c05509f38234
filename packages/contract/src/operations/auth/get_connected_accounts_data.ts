import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { connectionHealths, missingPermissionList } from '../connections.ts'
import { demoUser } from '../demo.ts'

const page = z.object({
  id: z.string(),
  name: z.string(),
  pictureUrl: z.string(),
  businessManagerId: z.string(),
})

const idAsText = z.string().describe('The same id as text, for clients that would round the number.')

const connectionHealth = {
  connectionStatus: z.enum(connectionHealths).describe('Whether the account works, or what it needs.'),
  reauthReason: z.string(),
  expiresAt: z.string(),
  missingPermissions: missingPermissionList,
}

export const get_connected_accounts_data = declareOperation({
  source: 'store',
  summary: 'Tells which ad accounts a user has linked, platform by platform.',
  description:
    'Members of platforms that are not linked are absent. Account ids keep all their digits; as numbers they can pass what many clients hold exactly, so each is also given as text.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({ userId }),
  results: z.object({
    connectedAccounts: z.object({
      socialAds: z
        .object({
          userName: z.string(),
          adAccountId: z.number(),
          adAccountIdText: idAsText,
          adAccountName: z.string(),
          currencyCode: z.string(),
          primaryPage: page,
          secondaryPage: page.optional().describe('The photo account; absent when none was chosen.'),
          ...connectionHealth,
        })
        .optional(),
      proAds: z
        .object({
          userName: z.string(),
          accountId: z.number(),
          accountIdText: idAsText,
          accountName: z.string(),
          currencyCode: z.string(),
          organizationId: z.string(),
          ...connectionHealth,
        })
        .optional(),
      searchAds: z
        .object({
          userName: z.string(),
          email: z.string(),
          accountId: z.number(),
          accountIdText: idAsText,
          accountName: z.string(),
          currencyCode: z.string(),
          managerId: z.string(),
          ...connectionHealth,
        })
        .optional(),
    }),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      connectedAccounts: {
        searchAds: {
          userName: 'Ada Fox',
          email: 'ada@fox-bakery.example',
          accountId: 4823109756,
          accountIdText: '4823109756',
          accountName: 'Fox Garden Shop',
          currencyCode: 'USD',
          managerId: '',
          connectionStatus: 'active',
          reauthReason: '',
          expiresAt: '',
          missingPermissions: [],
        },
      },
    },
  },
})
