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
  asOf: z.string().describe('Up to when the platform was read; empty before the first time.'),
  problem: z.string().describe('Why the latest reading failed, as an error code; empty when it did not.'),
  error: z.string().describe('The sentence of that error, with the scope that is missing where one is.'),
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
  summary: 'Lists what people filled in on a user’s lead forms, in order of arrival, 100 a page.',
  description:
    'Send `resume` as `pagination` later: each lead comes once. A platform not read for a minute is read first; `sources` says why not.',
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
        'Where this page ends: as `pagination` it leads to whatever comes after. With `newestFirst`, the pages have the leads that arrived before the first page, and `resume`, sent without it, leads to later ones.',
      ),
    sources: sources.describe('The linked platforms whose leads are read.'),
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
