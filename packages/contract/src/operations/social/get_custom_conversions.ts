import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { upstreamId, userId } from '../../values.ts'
import { warnings } from '../../writes.ts'
import { demoUser } from '../demo.ts'

export const get_custom_conversions = declareOperation({
  source: 'social',
  summary: 'Lists the conversions that a campaign with this pixel can optimize for.',
  description:
    "The list contains standard events (`value` is the name), then custom conversions (`value` is the id), and then the pixel's custom events from the last seven days (`is_custom_event` is true).",
  errors: ['OBJECT_NOT_FOUND'],
  input: z.object({ userId, pixelId: upstreamId, campaignType: z.enum(['CONVERSIONS', 'OUTCOME_SALES']) }),
  results: z.object({
    customConversions: z.array(
      z.object({ name: z.string(), value: z.string(), is_custom_event: z.boolean() }),
    ),
    warnings,
  }),
  example: {
    body: { userId: demoUser, pixelId: '330001', campaignType: 'CONVERSIONS' },
    results: { customConversions: [{ name: 'Purchase', value: 'PURCHASE', is_custom_event: false }] },
  },
})
