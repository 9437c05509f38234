import type { Results } from '@adrail/contract'
import { handler } from '../../pipeline/handler.ts'

export const decide = handler('approval/decide', async (body, { caller, journal, recordAuditEntry }) => {
  const { operationId, decision } = body
  const state = await journal.decide({ ...body, caller, recordAuditEntry })
  // After a decision, the write is either in progress or finished, and the contract declares these states.
  return { operationId, decision, state: state as Results<'approval/decide'>['state'] }
})
