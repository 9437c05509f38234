import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { noDuplicates } from '../../rules.ts'
import { objectName, textOrEmpty, upstreamId, userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const create_leadform_audience = declareOperation({
  writeEffect: { platform: 'social', scope: 'write', event: 'audience.created' },
  summary: 'Creates an audience of people who opened, closed or submitted lead forms.',
  description: 'People stay in the audience for 90 days, the maximum for lead forms.',
  errors: ['REFERENCE_NOT_FOUND'],
  permissions: [{ permission: 'pages_manage_ads' }],
  input: z.object({
    userId,
    name: objectName(200),
    description: textOrEmpty(1000),
    type: z.enum(['open', 'close', 'submit']),
    leadFormIds: withAliases(z.array(upstreamId).min(1).max(100), 'leadFormIds', 'formIds'),
  }),
  rules: [noDuplicates('leadFormIds', 'lead form')],
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
