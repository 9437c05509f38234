import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import type { Fields, Zod } from '../../platforms/platformDeclaration.ts'
import { type Platform, type PlatformDeclarations, platformFacts } from '../../platforms.ts'
import { userId } from '../../values.ts'
import { connectionHealths, missingPermissionList } from '../connections.ts'
import { demoUser } from '../demo.ts'

const connectionHealth = {
  connectionStatus: z
    .enum(connectionHealths)
    .describe('State of the connection, or the action that the connection needs.'),
  reauthReason: z.string(),
  expiresAt: z.string(),
  missingPermissions: missingPermissionList,
}

type Account<Declaration> = Declaration extends { account(z: Zod): infer Shape extends Fields }
  ? z.ZodObject<Shape & typeof connectionHealth>
  : never

type Accounts = {
  readonly [Name in Platform as PlatformDeclarations[Name]['accountField']]: z.ZodOptional<
    Account<PlatformDeclarations[Name]>
  >
}

// The entries are exactly these fields. The compiler infers only `string` keys.
const connectedAccounts = z.object(
  Object.fromEntries(
    Object.values(platformFacts).map(({ accountField, account }) => [
      accountField,
      z.object({ ...account(z), ...connectionHealth }).optional(),
    ]),
  ) as unknown as Accounts,
)

export const get_connected_accounts_data = declareOperation({
  source: 'store',
  summary: 'Lists the ad accounts that a user has linked, by platform.',
  description:
    'Platforms that are not linked are absent. Some account ids are too large for many clients to represent exactly, so adrail also returns each id as text.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({ userId }),
  results: z.object({ connectedAccounts }),
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
