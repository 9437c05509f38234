import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { recordId } from '../../values.ts'
import { exampleSessionId } from './values.ts'

export const revoke_session = declareOperation({
  localEffect: { scope: 'admin', event: 'session.revoked', removes: true },
  surfaces: httpOnly,
  summary: 'Signs a browser out of the console or the approve page, at once in every process.',
  description: 'Its API key stays valid. To stop the key as well, call workspace/revoke_key.',
  errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({ sessionId: recordId.describe('From workspace/list_sessions.') }),
  results: z.object({ sessionId: z.string() }),
  example: { body: { sessionId: exampleSessionId }, results: { sessionId: exampleSessionId } },
})
