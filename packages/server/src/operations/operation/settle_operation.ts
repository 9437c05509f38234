import {
  InvalidResultsError,
  parseResultsJson,
  ResolutionError,
  resolveWrite,
} from '../../journal/resolveWrite.ts'
import { handler } from '../../pipeline/handler.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import { findEntry } from '../../store/journalEntries.ts'

export const settle_operation = handler(
  'operation/settle_operation',
  async ({ operationId, done: hasSucceeded, results, reason }, ctx) => {
    const { workspaceId, keyId } = ctx.caller
    const entry = await findEntry(ctx.store.db, workspaceId, operationId)
    if (!entry) throw ctx.createError('OPERATION_NOT_FOUND', { values: { id: operationId } })
    const parsedResults = results === '' ? {} : parseResultsJson(results)
    if (!parsedResults) throw createResultsError('results must be a JSON object, as text.')
    const resolution = { hasSucceeded, results: parsedResults, reason, actor: keyId }
    const response = await resolveWrite(ctx, entry, resolution).catch((error: unknown) => {
      if (error instanceof InvalidResultsError) throw createResultsError(error.message)
      throw error instanceof ResolutionError
        ? ctx.createError('CANNOT_SETTLE', { values: { problem: error.message } })
        : error
    })
    return { operationId, state: hasSucceeded ? 'SUCCEEDED' : 'FAILED', outcome: { ...response.results } }
  },
)

function createResultsError(message: string) {
  return invalidBodyError([{ field: 'results', code: 'MALFORMED', message }])
}
