// Settings of a workspace that its callers can read and change.

import { z } from 'zod'
import { scopes } from '../../operation.ts'
import { platforms } from '../../platforms.ts'
import { decimalAmount, recordId, textMatching, textOrEmpty, violationParams } from '../../values.ts'

const currencyCode = textMatching('^[A-Z]{3}$', 'must be an ISO 4217 code such as EUR.')

const currencyLimits = z.object({
  currencyCode,
  maxCampaignPerDay: decimalAmount.optional().describe('Maximum daily spend per campaign.'),
  maxAccountPerDay: decimalAmount
    .optional()
    .describe('Maximum daily spend across all running campaigns in an ad account.'),
  maxRaise: decimalAmount.optional().describe('Maximum amount by which a budget can increase in 24 hours.'),
})

/** A raise by this factor is never intended. It indicates a mistake about the decimals of a currency. */
export const defaultRaiseFactor = 100

export const spendLimits = z
  .object({
    currencies: z
      .array(currencyLimits)
      .max(50)
      .refine(
        (limits) => new Set(limits.map((limit) => limit.currencyCode)).size === limits.length,
        violationParams('DUPLICATE', 'must not contain duplicate currencies.'),
      )
      .default([])
      .describe(
        'Limits by currency. If you set limits for any currency, adrail refuses spend increases in all other currencies.',
      ),
    maxRaiseFactor: z
      .number()
      .gt(1)
      .max(1e12)
      .refine(
        (factor) => Number.isInteger(Math.round(factor * 1e8) / 1e6),
        violationParams('OUT_OF_RANGE', 'may have at most 2 decimals.'),
      )
      .optional()
      .describe(
        `A budget must stay below this multiple of its value in the last 24 hours. Defaults to ${defaultRaiseFactor}.`,
      ),
    maxCreationsPerHour: z
      .int()
      .min(0)
      .max(100_000)
      .optional()
      .describe('Maximum number of campaigns created per hour.'),
  })
  .describe('Spend limits. An absent limit does not apply.')

export type SpendLimits = z.output<typeof spendLimits>

export const freeze = z.object({
  platform: z
    .enum(platforms)
    .optional()
    .describe('Platform that the freeze applies to. Absent if the freeze applies to all platforms.'),
  userId: recordId
    .optional()
    .describe('Id of the user that the freeze applies to. Absent if the freeze applies to all users.'),
  reason: z.string(),
  frozenBy: z
    .string()
    .describe('Id of the API key that set the freeze, or `admin` for the admin command line.'),
  byOperator: z.boolean().describe('Whether only the admin command line can end the freeze.'),
  frozenAt: z.iso.datetime(),
})

export const operatorSettings = z
  .object({ guard: spendLimits.describe('Operator limits. An empty object if none are set.') })
  .describe(
    'Settings that only the admin command line can change. They apply in addition to the workspace settings.',
  )

export const freezeUpdate = z
  .object({
    frozen: z.boolean(),
    reason: textOrEmpty(500)
      .default('')
      .describe('Reason that adrail returns to callers whose writes it refuses.'),
  })
  .describe('Blocks every write that could increase spend. You can still pause campaigns and lower budgets.')

/** The ways in which a write can increase the possible spend. */
export const spendIncreaseKinds = ['CREATE', 'ENABLE', 'RAISE'] as const
export type SpendIncreaseKind = (typeof spendIncreaseKinds)[number]

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

export const approvalRules = z
  .object({
    kinds: z
      .array(z.enum(spendIncreaseKinds))
      .max(spendIncreaseKinds.length)
      .refine(isUnique, violationParams('DUPLICATE', 'must not contain duplicate kinds.'))
      .default([])
      .describe(
        'Types of writes that need approval: creating a campaign, activating a campaign, or raising a budget.',
      ),
    currencies: z
      .array(
        z.object({
          currencyCode,
          abovePerDay: decimalAmount.describe('Maximum daily spend per campaign without approval.'),
        }),
      )
      .max(50)
      .refine(
        (amounts) => isUnique(amounts.map((limit) => limit.currencyCode)),
        violationParams('DUPLICATE', 'must not contain duplicate currencies.'),
      )
      .default([])
      .describe(
        'Thresholds by currency. If you set any threshold, every spend increase in a currency without a threshold needs approval.',
      ),
    expiresAfterHours: z
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe('Number of hours after which an approval request expires. Defaults to 72.'),
  })
  .describe('Which spend increases need approval by someone else.')

export type ApprovalRules = z.output<typeof approvalRules>

export const leadSettings = z
  .object({
    historyEvents: z
      .boolean()
      .describe(
        'Whether newly linked accounts also emit `lead.received` for leads that were submitted before the link. Defaults to false.',
      ),
  })
  .describe('Settings that determine which leads emit events.')

const brandText = textOrEmpty(500)

/** Branding that a workspace shows to its users on the link pages. Each part may be empty. */
export const brandUpdate = z
  .object({
    name: textOrEmpty(60).optional(),
    colour: textOrEmpty(7).optional().describe('Color of the brand, as a hex code such as `#1f6f50`.'),
    privacyUrl: brandText.optional(),
    supportUrl: brandText
      .optional()
      .describe('Support URL of the brand. Must start with `https:` or `mailto:`.'),
  })
  .describe(
    'Brand on the pages that users see while linking accounts. Fields that you omit stay unchanged. An empty value removes a field.',
  )

export type BrandUpdate = z.output<typeof brandUpdate>

export const brand = z.object({
  name: z.string().describe('Name of the brand. If empty, users see the name of the workspace.'),
  colour: z.string(),
  privacyUrl: z.string(),
  supportUrl: z.string(),
  hasLogo: z.boolean().describe('Whether a logo is set. The admin command line sets logos.'),
})

export const exampleBrand = {
  name: 'Fox & Sons',
  colour: '#1f6f50',
  privacyUrl: 'https://fox.example/privacy',
  supportUrl: 'mailto:help@fox.example',
}

export const exampleSpendLimits = {
  currencies: [
    { currencyCode: 'EUR', maxCampaignPerDay: '500', maxAccountPerDay: '50000', maxRaise: '1000' },
    { currencyCode: 'USD', maxCampaignPerDay: '500', maxAccountPerDay: '50000' },
  ],
  maxRaiseFactor: 20,
  maxCreationsPerHour: 100,
}

export const keyStates = ['ACTIVE', 'ENDED', 'REVOKED'] as const

/** An API key without its secret. */
export const keyRecord = z.object({
  keyId: z.string(),
  name: z.string(),
  hint: z.string().describe('Prefix of the key.'),
  scopes: z.array(z.enum(scopes)),
  state: z.enum(keyStates),
  createdAt: z.string(),
  expiresAt: z.string().describe('Time when the key expires. Empty if the key does not expire.'),
  revokedAt: z.string().describe('Time when the key was revoked. Empty if the key has not been revoked.'),
  lastUsedAt: z.string().describe('Time of the last use, to the minute. Empty before the first use.'),
})

export const apiKey = z.string().describe('The API key. adrail shows the key only once, so store it safely.')

export const exampleSessionId = 'ses_9f2b61c4d07a5e83b1c6f4a2908e7d35'
export const exampleOldKeyId = 'key_06f0t6t1h2v8k3m9q4w5x7y2z1'
export const exampleKey: z.input<typeof keyRecord> = {
  keyId: 'key_06f0t6v5x2m8k3m9q4w5x7y2z1',
  name: 'Shop backend',
  hint: 'adr_7k2m9q4w_…',
  scopes: ['read', 'link'],
  state: 'ACTIVE',
  createdAt: '2026-01-31T09:30:00.000Z',
  expiresAt: '',
  revokedAt: '',
  lastUsedAt: '',
}
/** The checksum of the example key is wrong, so it can never belong to a workspace. */
export const exampleApiKey = 'adr_7k2m9q4w_0000000000000000000000000000000000000000000000000'
