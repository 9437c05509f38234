import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { transientErrors } from '../../errorSets.ts'
import { httpOnly } from '../../operation.ts'
import { findDuplicates, recordId, userId, violationParams } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { exampleLead, exampleLeadId, lead, leadId } from './values.ts'

export const get_lead = declareOperation({
  source: 'store',
  scope: 'leads',
  surfaces: httpOnly,
  event: 'lead.read',
  summary: 'Returns one lead, or up to 100 leads, with the answers.',
  errors: ['USER_NOT_FOUND', 'LEAD_NOT_FOUND', ...transientErrors],
  input: z.object({
    userId,
    leadId: leadId.optional(),
    leadIds: z
      .array(recordId)
      .min(1)
      .max(100)
      .refine(
        (ids) => findDuplicates(ids).length === 0,
        violationParams('DUPLICATE', 'must not contain duplicate leads.'),
      )
      .optional(),
  }),
  rules: [
    {
      description: 'Exactly one of `leadId` and `leadIds` is required.',
      fields: ['leadId', 'leadIds'],
      check({ leadId, leadIds }, report) {
        if (leadId === undefined && leadIds === undefined)
          report('leadId', 'REQUIRED', 'is required, or send leadIds instead.')
        if (leadId !== undefined && leadIds !== undefined)
          report('leadIds', 'CONFLICT', 'cannot be combined with leadId.')
      },
    },
  ],
  results: z.object({
    lead: lead.describe('The requested lead. With `leadIds`, this is the first entry in `leads`.'),
    leads: z
      .array(lead)
      .optional()
      .describe("The user's leads, in the order of the requested ids. Present only with `leadIds`."),
    notFound: z
      .array(z.object({ leadId: z.string(), code: z.literal('LEAD_NOT_FOUND'), error: z.string() }))
      .optional()
      .describe(
        'Requested ids that do not belong to a lead of this user. Present only with `leadIds`. If none of the leads exist, adrail returns 404 `LEAD_NOT_FOUND`.',
      ),
  }),
  example: { body: { userId: demoUser, leadId: exampleLeadId }, results: { lead: exampleLead } },
})
