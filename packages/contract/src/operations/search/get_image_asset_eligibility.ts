import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_image_asset_eligibility = declareOperation({
  source: 'search',
  summary: "Tells whether a user's search account may use images in ads.",
  input: z.object({ userId }),
  results: z.object({
    eligible: z.boolean(),
    reason: z.string().describe("The platform's reason when it is not; empty otherwise."),
  }),
  example: { body: { userId: demoUser }, results: { eligible: true, reason: '' } },
})
