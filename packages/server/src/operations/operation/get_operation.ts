import type { Results } from '@adrail/contract'
import { isBatch } from '../../journal/batch/batchExecutor.ts'
import { loadBatchReport } from '../../journal/batch/batchResults.ts'
import { parsePlan, type StepOutcome } from '../../journal/plan.ts'
import { handler } from '../../pipeline/handler.ts'
import { findEntry, findEntryByIdempotencyKey } from '../../store/journalEntries.ts'
import { type JournalStep, listSteps } from '../../store/journalSteps.ts'
import { listUserNames } from '../../store/users.ts'

type OperationResult = Results<'operation/get_operation'>

export const get_operation = handler(
  'operation/get_operation',
  async ({ operationId, idempotencyKey }, ctx) => {
    const { db } = ctx.store
    const { workspaceId } = ctx.caller
    const entry =
      operationId === undefined
        ? await findEntryByIdempotencyKey(db, workspaceId, idempotencyKey ?? '')
        : await findEntry(db, workspaceId, operationId)
    if (!entry)
      throw ctx.createError('OPERATION_NOT_FOUND', { values: { id: operationId ?? idempotencyKey ?? '' } })
    const [steps, [user]] = await Promise.all([
      listSteps(db, entry.id),
      listUserNames(db, workspaceId, entry.userId === '' ? [] : [entry.userId]),
    ])
    const report = isBatch(entry) ? await loadBatchReport(db, entry) : {}
    const plannedSteps = entry.plan === undefined ? [] : parsePlan(entry).steps
    return {
      operationId: entry.id,
      operation: entry.name,
      // The journal stores only states that the contract declares, for writes and for steps.
      state: entry.state as OperationResult['state'],
      reason: entry.reason,
      userId: entry.userId,
      userName: user?.name ?? '',
      steps: steps.map((step) => ({
        name: step.name,
        says: plannedSteps[step.number]?.says ?? '',
        state: step.state as OperationResult['steps'][number]['state'],
        upstreamId: parseUpstreamId(step),
      })),
      ...report,
      ...(entry.response && { outcome: JSON.parse(entry.response.results) as Record<string, unknown> }),
      createdAt: new Date(entry.createdAt).toISOString(),
      updatedAt: new Date(entry.updatedAt).toISOString(),
    }
  },
)

function parseUpstreamId({ outcome }: JournalStep): string {
  return outcome === undefined ? '' : ((JSON.parse(outcome) as Partial<StepOutcome>).upstreamId ?? '')
}
