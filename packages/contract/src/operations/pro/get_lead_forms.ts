import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_forms = declareOperation({
  source: 'pro',
  summary: "Lists the lead forms in a user's LinkedIn ad account.",
  description: 'Ads can use forms with the status `PUBLISHED`.',
  input: z.object({ userId }),
  results: z.object({
    leadForms: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
  example: {
    body: { userId: demoUser },
    results: { leadForms: [{ id: '8100101', name: 'Trade account request', status: 'PUBLISHED' }] },
  },
})
