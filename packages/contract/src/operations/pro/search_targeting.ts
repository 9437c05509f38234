import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { nonBlankText, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { facets } from './values.ts'

/** Facets with too many entities for a complete list. */
const searchOnlyFacets: readonly string[] = ['locations', 'titles', 'skills', 'companies']

export const search_targeting = declareOperation({
  source: 'pro',
  summary: 'Finds places, jobs, companies and languages for targeting.',
  description: 'Pass the ids in the fields with the same names in pro/create_campaign.',
  input: z.object({
    userId,
    facet: z.enum(facets),
    query: nonBlankText(100).optional().describe('Part of the name. Required unless the list is short.'),
  }),
  rules: [
    {
      description:
        '`query` is required for `locations`, `titles`, `skills` and `companies`, which have too many entries to list.',
      fields: ['facet', 'query'],
      check({ facet = '', query }, report) {
        if (searchOnlyFacets.includes(facet) && query === undefined)
          report('query', 'REQUIRED', `is required for ${facet}.`)
      },
    },
  ],
  results: z.object({ entities: z.array(z.object({ id: z.string(), name: z.string() })) }),
  example: {
    body: { userId: demoUser, facet: 'locations', query: 'Austin' },
    results: { entities: [{ id: '104472865', name: 'Austin, Texas Metropolitan Area' }] },
  },
})
