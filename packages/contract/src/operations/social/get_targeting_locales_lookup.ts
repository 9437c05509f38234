import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_targeting_locales_lookup = declareOperation({
  source: 'social',
  summary: 'Lists the languages for targeting ads.',
  input: z.object({ userId }),
  results: z.object({ locales: z.array(z.object({ name: z.string(), key: z.string() })) }),
  example: { body: { userId: demoUser }, results: { locales: [{ name: 'English (US)', key: '6' }] } },
})
