import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_forms = declareOperation({
  source: 'search',
  summary: "Lists the lead forms in a user's Google Ads account.",
  input: z.object({ userId }),
  results: z.object({ leadFormInfo: z.array(z.object({ leadFormAssetId: z.string(), name: z.string() })) }),
  example: {
    body: { userId: demoUser },
    results: { leadFormInfo: [{ leadFormAssetId: '88001122', name: 'Fox Garden Shop' }] },
  },
})
