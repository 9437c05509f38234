import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_location_asset = declareOperation({
  source: 'search',
  summary: "Lists the business locations in a user's Google Ads account.",
  input: z.object({ userId }),
  results: z.object({
    locationAssets: z.array(z.object({ id: z.string(), name: z.string(), place_id: z.string() })),
  }),
  example: {
    body: { userId: demoUser },
    results: {
      locationAssets: [
        { id: '55010001', name: 'Fox Garden Shop Soho', place_id: 'ChIJ0sandboxSohoGardenShop01' },
      ],
    },
  },
})
