import { z } from 'zod'
import { declare } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_forms = declare({
  reads: 'search',
  summary: "Lists the lead forms of a user's search account.",
  input: z.object({ userId }),
  results: z.object({ leadFormInfo: z.array(z.object({ leadFormAssetId: z.string(), name: z.string() })) }),
  example: {
    body: { userId: demoUser },
    results: { leadFormInfo: [{ leadFormAssetId: '88001122', name: 'Fox Garden Shop' }] },
  },
})
