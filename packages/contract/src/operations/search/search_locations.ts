import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { countryCode, nonBlankText, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { languageCode } from './values.ts'

export const search_locations = declareOperation({
  source: 'search',
  summary: 'Finds locations for search campaigns and keyword ideas.',
  input: z.object({
    userId,
    query: nonBlankText(200),
    countryCode: countryCode.optional(),
    locale: languageCode.optional().describe('Language of the location names. Defaults to English.'),
  }),
  results: z.object({
    locations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        canonicalName: z.string(),
        type: z.string(),
        countryCode: z.string(),
        reach: z.number(),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, query: 'Austin', countryCode: 'US' },
    results: {
      locations: [
        {
          id: '1026201',
          name: 'Austin',
          canonicalName: 'Austin,Texas,United States',
          type: 'City',
          countryCode: 'US',
          reach: 2470000,
        },
      ],
    },
  },
})
