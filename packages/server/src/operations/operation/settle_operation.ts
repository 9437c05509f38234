import { invalidBody } from '../../base/errors.ts'
import { CannotSettle, readResults, settleWrite, WrongResults } from '../../journal/settle.ts'
import { findEntry } from '../../store/journalEntries.ts'
import { handler } from '../../waist/handler.ts'

export const settle_operation = handler(
  'operation/settle_operation',
  async ({ operationId, done, results, reason }, ctx) => {
    const { workspaceId, keyId } = ctx.caller
    const entry = await findEntry(ctx.store.db, workspaceId, operationId)
    if (!entry) throw ctx.refuse('OPERATION_NOT_FOUND')
    const found = results === '' ? {} : readResults(results)
    if (!found) throw flawOf('results must be a JSON object, as text.')
    const said = { done, results: found, reason, actor: keyId }
    const answer = await settleWrite(ctx, entry, said).catch((error: unknown) => {
      if (error instanceof WrongResults) throw flawOf(error.message)
      throw error instanceof CannotSettle
        ? ctx.refuse('CANNOT_SETTLE', { values: { problem: error.message } })
        : error
    })
    return { operationId, state: done ? 'SUCCEEDED' : 'FAILED', outcome: { ...answer.results } }
  },
)

function flawOf(message: string) {
  return invalidBody([{ field: 'results', code: 'MALFORMED', message }])
}
