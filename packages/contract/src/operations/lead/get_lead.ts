import { z } from 'zod'
import { declare } from '../../declare.ts'
import { passingErrors } from '../../errorSets.ts'
import { withoutAgents } from '../../operation.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { exampleLead, exampleLeadId, lead, leadId } from './values.ts'

export const get_lead = declare({
  reads: 'store',
  scope: 'leads',
  surfaces: withoutAgents,
  event: 'lead.read',
  summary: 'Tells one lead with its answers.',
  errors: ['USER_NOT_FOUND', 'LEAD_NOT_FOUND', ...passingErrors],
  input: z.object({ userId, leadId }),
  results: z.object({ lead }),
  example: { body: { userId: demoUser, leadId: exampleLeadId }, results: { lead: exampleLead } },
})
