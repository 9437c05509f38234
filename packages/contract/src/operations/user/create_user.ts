import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { line, textOrEmpty, violationParams } from '../../values.ts'
import { exampleUser, user } from './values.ts'

const email = textOrEmpty(254)
  .refine(
    (value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value),
    violationParams('MALFORMED', 'must be an e-mail address.'),
  )
  .meta({ format: 'email' })

export const create_user = declareOperation({
  localEffect: { scope: 'write', otherScopes: ['link'], event: 'user.created' },
  summary: 'Creates a user.',
  description:
    'If a user with this `externalId` exists, adrail returns this user unchanged, with `created` set to false. Retries are therefore safe.',
  input: z.object({
    name: line(200),
    email: email.optional(),
    externalId: line(200).optional().describe('Your own id for this user, unique in the workspace.'),
  }),
  results: z.object({ user, created: z.boolean() }),
  example: {
    body: { name: 'Nina Newcomer', email: 'nina@example.com', externalId: 'demo-none' },
    results: { user: exampleUser, created: false },
  },
})
