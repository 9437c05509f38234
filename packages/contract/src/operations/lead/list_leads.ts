import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { transientErrors } from '../../errorSets.ts'
import { httpOnly } from '../../operation.ts'
import { leadFormIdFields, platformName, upstreamId, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { exampleLead, lead } from './values.ts'

const source = z.object({
  asOf: z.string().describe('Up to when the platform was read; empty before the first time.'),
  problem: z.string().describe('Why the latest reading failed, as an error code; empty when it did not.'),
  error: z.string().describe('The sentence of that error, with the scope that is missing where one is.'),
})

const searchSource = source.extend({
  webhook: z
    .object({ url: z.string(), key: z.string() })
    .optional()
    .describe(
      'What to enter in a form at the platform to be told at once; for keys with the scope `admin`, not in the console.',
    ),
})

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
  permissions: [
    { permission: 'leads_retrieval', part: 'leads of the social platform' },
    { permission: 'pages_manage_metadata', part: 'being told of them at once' },
    { permission: 'r_marketing_leadgen_automation', part: 'leads of the professional network' },
  ],
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
    sources: z
      .object({ social: source.optional(), search: searchSource.optional(), pro: source.optional() })
      .describe('The linked platforms whose leads are read.'),
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
