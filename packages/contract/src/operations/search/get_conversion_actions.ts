import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_conversion_actions = declareOperation({
  source: 'search',
  summary: "Lists the conversion actions in a user's Google Ads account.",
  description: 'Use the `category` values as `conversionEvents` in search/create_search_campaign.',
  input: z.object({ userId }),
  results: z.object({
    conversionActions: z.array(
      z.object({ id: z.string(), name: z.string(), category: z.string(), status: z.string() }),
    ),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      conversionActions: [{ id: '710200137', name: 'Online order', category: 'PURCHASE', status: 'ENABLED' }],
    },
  },
})
