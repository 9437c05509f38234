import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_pixels_list = declareOperation({
  source: 'social',
  summary: "Lists the tracking pixels in a user's ad account.",
  input: z.object({ userId }),
  results: z.object({ pixels: z.array(z.object({ id: z.string(), name: z.string() })) }),
  example: { body: { userId: demoUser }, results: { pixels: [{ id: '330001', name: 'Bakery site' }] } },
})
