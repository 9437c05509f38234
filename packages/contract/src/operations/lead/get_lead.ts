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
  summary: 'Returns one lead, or up to 100, with answers.',
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
        violationParams('DUPLICATE', 'must contain each lead once.'),
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
    lead: lead.describe('The lead. With `leadIds`, the first lead in `leads`.'),
    leads: z
      .array(lead)
      .optional()
      .describe('Leads of the user, in the order of the ids. Only with `leadIds`.'),
    notFound: z
      .array(z.object({ leadId: z.string(), code: z.literal('LEAD_NOT_FOUND'), error: z.string() }))
      .optional()
      .describe(
        'Ids that do not match any lead of the user. Only with `leadIds`. If no id matches, the response is 404 LEAD_NOT_FOUND.',
      ),
  }),
  example: { body: { userId: demoUser, leadId: exampleLeadId }, results: { lead: exampleLead } },
})
