import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_leadform_list = declareOperation({
  source: 'social',
  summary: "Lists the lead forms on a user's page.",
  permissions: [{ permission: 'pages_manage_ads' }],
  input: z.object({ userId }),
  results: z.object({
    leadForms: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
  example: {
    body: { userId: demoUser },
    results: { leadForms: [{ id: '700011', name: 'Catering quote', status: 'ACTIVE' }] },
  },
})
