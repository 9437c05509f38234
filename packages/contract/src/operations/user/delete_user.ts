import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { userId } from '../../values.ts'
import { unlinkedUser } from '../demo.ts'

export const delete_user = declareOperation({
  localEffect: { scope: 'write', event: 'user.deleted', emittedEvent: 'user.deleted', removes: true },
  surfaces: httpOnly,
  summary: 'Deletes a user with all personal data, connections and tokens.',
  description: 'Objects on the platforms remain. adrail never reuses the `userId`.',
  errors: ['USER_NOT_FOUND'],
  input: z.object({ userId }),
  results: z.object({}),
  example: { body: { userId: unlinkedUser }, results: {} },
})
