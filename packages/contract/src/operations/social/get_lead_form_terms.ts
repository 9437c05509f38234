import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_form_terms = declareOperation({
  source: 'social',
  summary: "Returns whether a user's page has accepted Meta's terms for lead forms.",
  description:
    'Campaigns cannot show lead forms until the page has accepted the terms. Only a person who has a role on the page can accept the terms, by signing in at `termsUrl`.',
  input: z.object({ userId }),
  results: z.object({ accepted: z.boolean(), termsUrl: z.string() }),
  example: {
    body: { userId: demoUser },
    results: {
      accepted: true,
      termsUrl: 'https://www.facebook.com/ads/leadgen/tos?page_id=104500000000001',
    },
  },
})
