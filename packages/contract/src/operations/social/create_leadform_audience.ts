import { z } from 'zod'
import { declare } from '../../declare.ts'
import { anyText, line, platformId, repeats, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const create_leadform_audience = declare({
  writes: 'social',
  scope: 'write',
  audit: { event: 'audience.created' },
  summary: 'Creates an audience of people who opened, closed or submitted lead forms.',
  description: 'People stay in the audience for 90 days, the longest the platform allows for lead forms.',
  errors: ['REFERENCE_NOT_FOUND'],
  input: z.object({
    userId,
    name: line(200),
    description: anyText(1000),
    type: z.enum(['open', 'close', 'submit']),
    leadFormIds: z.array(platformId).min(1).max(100),
  }),
  rules: [
    {
      says: 'No lead form is named twice.',
      over: ['leadFormIds'],
      check({ leadFormIds = [] }, report) {
        for (const index of repeats(leadFormIds))
          report(`leadFormIds[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
      },
    },
  ],
  results: z.object({ audience: z.object({ id: z.string(), name: z.string() }) }),
  example: {
    body: {
      userId: demoUser,
      name: 'Catering quote: sent',
      description: 'People who asked for a catering quote',
      type: 'submit',
      leadFormIds: ['700011'],
    },
    results: { audience: { id: '23850000000000001', name: 'Catering quote: sent' } },
  },
})
