import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { nonBlankText, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const search_targeting_locations = declareOperation({
  source: 'social',
  columns: ['key', 'name', 'type', 'region', 'country_name'],
  summary: 'Finds places for targeting ads.',
  input: z.object({ userId, query: nonBlankText(200) }),
  results: z.object({
    locations: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        region: z.string(),
        country_name: z.string(),
        type: z.string(),
        country_code: z.string(),
        region_id: z.number(),
        supports_region: z.boolean(),
        supports_city: z.boolean(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, query: 'san' },
    results: {
      locations: [
        {
          key: '2421836',
          name: 'San Francisco',
          region: 'California',
          country_name: 'United States',
          type: 'city',
          country_code: 'US',
          region_id: 3847,
          supports_region: true,
          supports_city: true,
        },
      ],
    },
  },
})
