import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { geoTarget, languageReference, searchPhrase } from './values.ts'

export const generate_keyword_ideas = declareOperation({
  source: 'service',
  summary: 'Suggests keywords for a phrase, with search volume and cost per click.',
  description:
    "Uses adrail's own Google Ads account. `cpc` is in its currency. If `locationIds` is absent, the United States apply. If `languageId` is absent, all languages apply.",
  errors: ['REFERENCE_NOT_FOUND', 'KEYWORD_IDEAS_NOT_CONFIGURED'],
  input: z.object({
    keyword: searchPhrase,
    languageId: languageReference
      .optional()
      .describe('A language id such as "1000", or a code such as "en".'),
    locationIds: z.array(geoTarget).max(10).optional().describe('At most 10. Defaults to the United States.'),
  }),
  results: z.object({
    keywords: z.array(z.object({ keyword: z.string(), searchVolume: z.number(), cpc: z.number() })),
  }),
  example: {
    body: { keyword: 'garden chairs' },
    results: { keywords: [{ keyword: 'garden chairs', searchVolume: 1000, cpc: 1.58 }] },
  },
})
