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
    .describe('Time up to which adrail has read leads from the platform. Empty before the first read.'),
  problem: z.string().describe('Error code of the latest read. Empty after success.'),
  error: z.string().describe('Human-readable description of the error, including the missing scope, if any.'),
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
  summary: "Lists the leads from a user's lead forms, in order of arrival, 100 per page.",
  description:
    'To list each lead only once, send `resume` as `pagination` in the next request. Before responding, adrail reads any platform that it has not read in the last minute. `sources` reports failed reads.',
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
        'Cursor for the end of this page. To read later leads, send `resume` as `pagination`, without `newestFirst`. With `newestFirst`, the pages contain only leads that arrived before you requested the first page.',
      ),
    sources: sources.describe('Linked platforms from which adrail reads leads.'),
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
