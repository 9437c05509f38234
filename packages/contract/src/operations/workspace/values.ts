// Settings of a workspace that its callers can read and change.

import { z } from 'zod'
import { scopes } from '../../operation.ts'
import { platforms } from '../../platforms.ts'
import { decimalAmount, recordId, textMatching, textOrEmpty, violationParams } from '../../values.ts'

const currencyCode = textMatching('^[A-Z]{3}$', 'must be an ISO 4217 code such as EUR.')

const currencyLimits = z.object({
  currencyCode,
  maxCampaignPerDay: decimalAmount.optional().describe('What a campaign can spend.'),
  maxAccountPerDay: decimalAmount
    .optional()
    .describe('What all running campaigns of an ad account can spend.'),
  maxRaise: decimalAmount.optional().describe('Growth of a budget in 24 hours.'),
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
        violationParams('DUPLICATE', 'must name each currency once.'),
      )
      .default([])
      .describe('As soon as one currency has limits, spend in others cannot be raised.'),
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
        `A budget must stay below so many times what it was in the last 24 hours; ${defaultRaiseFactor} unless set.`,
      ),
    maxCreationsPerHour: z.int().min(0).max(100_000).optional().describe('How many campaigns are made.'),
  })
  .describe('A limit that is left out does not hold.')

export type SpendLimits = z.output<typeof spendLimits>

export const freeze = z.object({
  platform: z.enum(platforms).optional().describe('Absent: on every platform.'),
  userId: recordId.optional().describe('Absent: for every user.'),
  reason: z.string(),
  frozenBy: z.string().describe('The id of the API key, or `admin` for the admin command line.'),
  byOperator: z.boolean().describe('Whether only the admin command line can end it.'),
  frozenAt: z.iso.datetime(),
})

export const operatorSettings = z
  .object({ guard: spendLimits.describe('Limits of the operator. Without fields where none is set.') })
  .describe('Settings that only the admin command line can change. They apply beside those of the workspace.')

export const freezeUpdate = z
  .object({
    frozen: z.boolean(),
    reason: textOrEmpty(500).default('').describe('Told to whoever is refused.'),
  })
  .describe('Stops every write that lets more be spent, but no pausing and lowering.')

/** The ways in which a write can increase the possible spend. */
export const spendIncreaseKinds = ['CREATE', 'ENABLE', 'RAISE'] as const
export type SpendIncreaseKind = (typeof spendIncreaseKinds)[number]

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

export const approvalRules = z
  .object({
    kinds: z
      .array(z.enum(spendIncreaseKinds))
      .max(spendIncreaseKinds.length)
      .refine(isUnique, violationParams('DUPLICATE', 'must name each kind once.'))
      .default([])
      .describe('Whatever makes a campaign, switches one on, or raises a budget waits.'),
    currencies: z
      .array(
        z.object({
          currencyCode,
          abovePerDay: decimalAmount.describe('What lets a campaign spend more than this on one day waits.'),
        }),
      )
      .max(50)
      .refine(
        (amounts) => isUnique(amounts.map((limit) => limit.currencyCode)),
        violationParams('DUPLICATE', 'must name each currency once.'),
      )
      .default([])
      .describe('As soon as one currency is named, raising spend in any other waits.'),
    expiresAfterHours: z
      .int()
      .min(1)
      .max(168)
      .optional()
      .describe('How long a write waits for a decision; 72 unless set.'),
  })
  .describe('Which writes that let more be spent wait until somebody else has approved them.')

export type ApprovalRules = z.output<typeof approvalRules>

export const leadSettings = z
  .object({
    historyEvents: z
      .boolean()
      .describe(
        'Whether an account that a user links sends the event `lead.received` for leads from before the link, too; false unless set. It applies to accounts that are linked from then on.',
      ),
  })
  .describe('Which leads are sent as events.')

const brandText = textOrEmpty(500)

/** Branding that a workspace shows to its users on the link pages. Each part may be empty. */
export const brandUpdate = z
  .object({
    name: textOrEmpty(60).optional(),
    colour: textOrEmpty(7).optional().describe('Such as #1f6f50.'),
    privacyUrl: brandText.optional(),
    supportUrl: brandText.optional().describe('An https or mailto address.'),
  })
  .describe('What people who link see. Parts left out stay, empty ones go.')

export type BrandUpdate = z.output<typeof brandUpdate>

export const brand = z.object({
  name: z.string().describe("Empty: they see the workspace's own name."),
  colour: z.string(),
  privacyUrl: z.string(),
  supportUrl: z.string(),
  hasLogo: z.boolean().describe('Logos are set on the admin command line.'),
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
  hint: z.string().describe('How the key begins.'),
  scopes: z.array(z.enum(scopes)),
  state: z.enum(keyStates),
  createdAt: z.string(),
  expiresAt: z.string().describe('When it ends by itself; empty for never.'),
  revokedAt: z.string().describe('Empty when it was not revoked.'),
  lastUsedAt: z.string().describe('To the minute; empty when it never was.'),
})

export const apiKey = z.string().describe('Shown this once: keep it.')

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
