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
  summary: 'Makes a user to act for.',
  description:
    'With an `externalId` that is known already, that user is returned unchanged and `created` is false; so the call can be repeated safely.',
  input: z.object({
    name: line(200),
    email: email.optional(),
    externalId: line(200).optional().describe('Your own id of this user, unique in the workspace.'),
  }),
  results: z.object({ user, created: z.boolean() }),
  example: {
    body: { name: 'Nina Newcomer', email: 'nina@example.com', externalId: 'demo-none' },
    results: { user: exampleUser, created: false },
  },
})
