import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_languages = declareOperation({
  source: 'search',
  summary: 'Lists the languages for targeting search campaigns.',
  input: z.object({ userId }),
  results: z.object({
    languages: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  }),
  example: {
    body: { userId: demoUser },
    results: { languages: [{ id: '1000', code: 'en', name: 'English' }] },
  },
})
