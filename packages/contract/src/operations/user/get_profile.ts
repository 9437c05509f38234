import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { line, userId } from '../../values.ts'
import { exampleUser, user } from './values.ts'

export const get_profile = declareOperation({
  source: 'store',
  summary: 'Returns a user with all linked platforms and the health of each connection.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({
    userId: userId.optional(),
    externalId: line(200).optional(),
  }),
  rules: [
    {
      description: 'Exactly one of `userId` and `externalId` is required.',
      fields: ['userId', 'externalId'],
      check({ userId, externalId }, report) {
        if (userId === undefined && externalId === undefined)
          report('userId', 'REQUIRED', 'is required, or send externalId instead.')
        if (userId !== undefined && externalId !== undefined)
          report('externalId', 'CONFLICT', 'cannot be combined with userId.')
      },
    },
  ],
  results: z.object({ user }),
  example: { body: { externalId: 'demo-none' }, results: { user: exampleUser } },
})
