import { z } from 'zod'
import { declare } from '../../declare.ts'
import { passingErrors } from '../../errorSets.ts'
import { withoutAgents } from '../../operation.ts'
import { fails, recordId, repeats, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { exampleLead, exampleLeadId, lead, leadId } from './values.ts'

export const get_lead = declare({
  reads: 'store',
  scope: 'leads',
  surfaces: withoutAgents,
  event: 'lead.read',
  summary: 'Tells one lead, or up to 100, with answers.',
  errors: ['USER_NOT_FOUND', 'LEAD_NOT_FOUND', ...passingErrors],
  input: z.object({
    userId,
    leadId: leadId.optional(),
    leadIds: z
      .array(recordId)
      .min(1)
      .max(100)
      .refine((ids) => repeats(ids).length === 0, fails('DUPLICATE', 'must name each lead once.'))
      .optional(),
  }),
  rules: [
    {
      says: 'Exactly one of `leadId` and `leadIds` is required.',
      over: ['leadId', 'leadIds'],
      check({ leadId, leadIds }, report) {
        if (leadId === undefined && leadIds === undefined)
          report('leadId', 'REQUIRED', 'is required, or leadIds instead of it.')
        if (leadId !== undefined && leadIds !== undefined)
          report('leadIds', 'CONFLICT', 'must not be given together with leadId.')
      },
    },
  ],
  results: z.object({
    lead: lead.describe('With `leadIds`: the first of `leads`.'),
    leads: z
      .array(lead)
      .optional()
      .describe('With `leadIds` only: those that the user has, in the order of the ids.'),
    notFound: z
      .array(z.object({ leadId: z.string(), code: z.literal('LEAD_NOT_FOUND'), error: z.string() }))
      .optional()
      .describe(
        'With `leadIds` only: the ids of no lead of the user. If the user has none of the leads, the response is 404 LEAD_NOT_FOUND.',
      ),
  }),
  example: { body: { userId: demoUser, leadId: exampleLeadId }, results: { lead: exampleLead } },
})
