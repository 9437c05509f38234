import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_lead_form_terms = declareOperation({
  source: 'social',
  summary: "Tells whether a user's page has accepted the platform's terms for lead forms.",
  description:
    'Without them no campaign can show a lead form. Only a person can accept them, at `termsUrl`, signed in at the platform with a role on the page.',
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
