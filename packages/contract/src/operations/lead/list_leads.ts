import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { transientErrors } from '../../errorSets.ts'
import { httpOnly } from '../../operation.ts'
import { leadPermissions } from '../../permissions.ts'
import type { Fields, Zod } from '../../platforms/platformDeclaration.ts'
import { type Platform, type PlatformDeclarations, platformFacts, platforms } from '../../platforms.ts'
import { leadFormIdFields, platformName, upstreamId, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { exampleLead, lead } from './values.ts'

const source = z.object({
  asOf: z
    .string()
    .describe('Time until which adrail has read leads from the platform. Empty before the first read.'),
  problem: z.string().describe('Error code of the latest read. Empty after success.'),
  error: z.string().describe('Text of that error, with the missing scope if a scope is missing.'),
})

type Source<Declaration> = Declaration extends { leadSource(z: Zod): infer Shape extends Fields }
  ? z.ZodObject<typeof source.shape & Shape>
  : never

type Sources = { readonly [Name in Platform]: z.ZodOptional<Source<PlatformDeclarations[Name]>> }

// The entries are exactly these fields. The compiler infers only `string` keys.
const sources = z.object(
  Object.fromEntries(
    platforms.map((platform) => [platform, source.extend(platformFacts[platform].leadSource(z)).optional()]),
  ) as unknown as Sources,
)

export const list_leads = declareOperation({
  source: 'store',
  scope: 'leads',
  surfaces: httpOnly,
  event: 'lead.read',
  pageSize: 100,
  columns: ['submittedAt', 'formName', 'leadId', 'platform', 'problem', 'isTest', 'campaignId'],
  summary: 'Lists the submissions of a user’s lead forms, in order of arrival, 100 per page.',
  description:
    'To read later leads, send `resume` as `pagination`. The list contains each lead once. adrail first reads platforms that it has not read for a minute. `sources` contains failures.',
  errors: ['USER_NOT_FOUND', ...transientErrors],
  permissions: leadPermissions,
  input: z.object({
    userId,
    platform: platformName.optional(),
    formId: withAliases(upstreamId.optional(), ...leadFormIdFields, 'leadFormAssetId'),
    campaignId: upstreamId.optional(),
    newestFirst: z.boolean().optional(),
  }),
  results: z.object({
    leads: z.array(lead),
    resume: z
      .string()
      .describe(
        'Cursor for the end of this page. Send it as `pagination` to read later leads. With `newestFirst`, the pages contain the leads that arrived before the first page. To read later leads, send `resume` without `newestFirst`.',
      ),
    sources: sources.describe('The linked platforms whose leads adrail reads.'),
  }),
  example: {
    body: { userId: demoUser, platform: 'social', formId: '700011' },
    results: {
      leads: [exampleLead],
      resume: 'local.q0bXbXz0c1l7o2w5yJb8t1n9dZ4uQeR6sTgA',
      sources: { social: { asOf: '2026-01-31T09:31:00.000Z', problem: '', error: '' } },
    },
  },
})
