import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { countryCode, nonBlankText, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const search_targeting_interests = declareOperation({
  source: 'social',
  summary: 'Finds interests for targeting ads.',
  input: z.object({
    userId,
    query: nonBlankText(200),
    specialAdCategories: z
      .array(z.enum(['HOUSING', 'FINANCIAL_PRODUCTS_SERVICES', 'EMPLOYMENT']))
      .max(3)
      .default([]),
    specialAdCountries: z.array(countryCode).max(250).default([]),
  }),
  results: z.object({
    interests: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        path: z.array(z.string()),
        audience_size_lower_bound: z.number(),
        audience_size_upper_bound: z.number(),
        description: z.string(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, query: 'baking' },
    results: {
      interests: [
        {
          id: '6003623735514',
          name: 'Baking',
          type: 'interests',
          path: ['Interests', 'Food and drink', 'Food', 'Baking'],
          audience_size_lower_bound: 21063000,
          audience_size_upper_bound: 24780000,
          description: '',
        },
      ],
    },
  },
})
