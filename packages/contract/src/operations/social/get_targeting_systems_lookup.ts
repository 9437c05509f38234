import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const get_targeting_systems_lookup = declareOperation({
  source: 'social',
  summary: 'Lists the operating systems or devices for targeting ads.',
  input: z.object({ userId, type: z.enum(['os', 'device']) }),
  results: z.object({
    targetingSystems: z.array(
      z.object({
        type: z.string(),
        name: z.string(),
        platform: z.string(),
        description: z.string().describe('Versions, separated by semicolons.'),
      }),
    ),
  }),
  example: {
    body: { userId: demoUser, type: 'os' },
    results: {
      targetingSystems: [{ type: 'user_os', name: 'iOS', platform: 'iOS', description: '16.0;17.0;18.0' }],
    },
  },
})
