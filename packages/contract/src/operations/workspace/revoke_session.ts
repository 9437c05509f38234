import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { recordId } from '../../values.ts'
import { exampleSessionId } from './values.ts'

export const revoke_session = declareOperation({
  localEffect: { scope: 'admin', event: 'session.revoked', removes: true },
  surfaces: httpOnly,
  summary: 'Signs a browser out of the console or the approval page, effective immediately in every process.',
  description: "The session's API key stays valid. To revoke the key as well, call workspace/revoke_key.",
  errors: ['SESSION_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({ sessionId: recordId.describe('Id of the session, from workspace/list_sessions.') }),
  results: z.object({ sessionId: z.string() }),
  example: { body: { sessionId: exampleSessionId }, results: { sessionId: exampleSessionId } },
})
