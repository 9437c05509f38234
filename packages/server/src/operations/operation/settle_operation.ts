import { CannotResolve, InvalidResults, parseResultsJson, resolveWrite } from '../../journal/resolveWrite.ts'
import { handler } from '../../pipeline/handler.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import { findEntry } from '../../store/journalEntries.ts'

export const settle_operation = handler(
  'operation/settle_operation',
  async ({ operationId, done, results, reason }, ctx) => {
    const { workspaceId, keyId } = ctx.caller
    const entry = await findEntry(ctx.store.db, workspaceId, operationId)
    if (!entry) throw ctx.refuse('OPERATION_NOT_FOUND')
    const parsedResults = results === '' ? {} : parseResultsJson(results)
    if (!parsedResults) throw toInvalidResults('results must be a JSON object, as text.')
    const resolution = { done, results: parsedResults, reason, actor: keyId }
    const resolved = await resolveWrite(ctx, entry, resolution).catch((error: unknown) => {
      if (error instanceof InvalidResults) throw toInvalidResults(error.message)
      throw error instanceof CannotResolve
        ? ctx.refuse('CANNOT_SETTLE', { values: { problem: error.message } })
        : error
    })
    return { operationId, state: done ? 'SUCCEEDED' : 'FAILED', outcome: { ...resolved.results } }
  },
)

function toInvalidResults(message: string) {
  return invalidBodyError([{ field: 'results', code: 'MALFORMED', message }])
}
