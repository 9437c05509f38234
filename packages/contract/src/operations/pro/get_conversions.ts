import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_conversions = declareOperation({
  source: 'pro',
  summary: "Lists the conversions that a user's LinkedIn ad account tracks.",
  input: z.object({ userId }),
  results: z.object({
    conversions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        category: z.string(),
        status: z.string(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      conversions: [{ id: '70201', name: 'Quote requested', category: 'LEAD', status: 'ENABLED' }],
    },
  },
})
