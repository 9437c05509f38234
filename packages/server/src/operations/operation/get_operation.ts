import type { Results } from '@adrail/contract'
import type { StepOutcome } from '../../journal/plan.ts'
import { findEntry, findEntryByKey, type JournalStep, stepsOf } from '../../store/journalEntries.ts'
import { handler } from '../../waist/handler.ts'

type Told = Results<'operation/get_operation'>

export const get_operation = handler(
  'operation/get_operation',
  async ({ operationId, idempotencyKey }, ctx) => {
    const { db } = ctx.store
    const { workspaceId } = ctx.caller
    const entry =
      operationId === undefined
        ? await findEntryByKey(db, workspaceId, idempotencyKey ?? '')
        : await findEntry(db, workspaceId, operationId)
    if (!entry) throw ctx.refuse('OPERATION_NOT_FOUND')
    const steps = await stepsOf(db, entry.id)
    return {
      operationId: entry.id,
      operation: entry.name,
      // The journal writes only the states that the contract names, for the write and for its steps.
      state: entry.state as Told['state'],
      reason: entry.reason,
      steps: steps.map((step) => ({
        name: step.name,
        state: step.state as Told['steps'][number]['state'],
        upstreamId: upstreamIdOf(step),
      })),
      ...(entry.results === '' ? {} : { outcome: JSON.parse(entry.results) as Record<string, unknown> }),
      createdAt: new Date(entry.created_at).toISOString(),
      updatedAt: new Date(entry.updated_at).toISOString(),
    }
  },
)

function upstreamIdOf({ outcome }: JournalStep): string {
  return outcome === '' ? '' : ((JSON.parse(outcome) as Partial<StepOutcome>).upstreamId ?? '')
}
