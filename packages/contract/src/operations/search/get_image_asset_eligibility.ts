import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_image_asset_eligibility = declareOperation({
  source: 'search',
  summary: "Returns whether a user's Google Ads account may use images in ads.",
  input: z.object({ userId }),
  results: z.object({
    eligible: z.boolean(),
    reason: z.string().describe("The platform's reason if the account may not use images. Empty otherwise."),
  }),
  example: { body: { userId: demoUser }, results: { eligible: true, reason: '' } },
})
