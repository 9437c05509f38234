import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_form_terms = declareOperation({
  source: 'social',
  summary: "Returns whether a user's page has accepted Meta's terms for lead forms.",
  description:
    'Without the terms, no campaign can show a lead form. Only a person with a role on the page can accept them, signed in at `termsUrl`.',
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
