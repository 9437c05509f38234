import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { linkPlatform } from '../connections.ts'

export const remove_link = declareOperation({
  localEffect: { scope: 'link', event: 'connection.removed', removes: true },
  summary: 'Disconnects a user from a platform.',
  description: 'adrail erases the tokens and, unless another user needs them, revokes them on the platform.',
  errors: ['USER_NOT_FOUND', 'ACCOUNT_NOT_LINKED'],
  input: z.object({ userId, platform: linkPlatform }),
  results: z.object({}),
  example: { body: { userId: 'usr_demo_one', platform: 'SEARCH' }, results: {} },
})
