import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { geoTarget, languageReference, searchPhrase } from './values.ts'

export const generate_keyword_ideas = declareOperation({
  source: 'service',
  summary: 'Suggests keywords for a phrase, with search volume and cost per click.',
  description: "Uses adrail's own Google Ads account. `cpc` is in that account's currency.",
  errors: ['REFERENCE_NOT_FOUND', 'KEYWORD_IDEAS_NOT_CONFIGURED'],
  input: z.object({
    keyword: searchPhrase,
    languageId: languageReference.optional().describe('Defaults to all languages.'),
    locationIds: z.array(geoTarget).max(10).optional().describe('Defaults to the United States.'),
  }),
  results: z.object({
    keywords: z.array(z.object({ keyword: z.string(), searchVolume: z.number(), cpc: z.number() })),
  }),
  example: {
    body: { keyword: 'garden chairs' },
    results: { keywords: [{ keyword: 'garden chairs', searchVolume: 1000, cpc: 1.58 }] },
  },
})
