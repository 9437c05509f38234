import type { Results } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import type { StepOutcome } from '../../journal/write.ts'
import { findOperation, type StepRow, stepsOf } from '../../store/journalEntries.ts'
import type { Handler } from '../../waist/handler.ts'

type Told = Results<'operation/get_operation'>

export const get_operation: Handler<'operation/get_operation'> = async ({ operationId }, ctx) => {
  const operation = await findOperation(ctx.store.db, ctx.caller.workspaceId, operationId)
  if (!operation) throw new ServiceError('OPERATION_NOT_FOUND')
  const steps = await stepsOf(ctx.store.db, operation.id)
  return {
    operationId: operation.id,
    operation: operation.name,
    // The journal writes only the states that the contract names, for the write and for its steps.
    state: operation.state as Told['state'],
    steps: steps.map((step) => ({
      name: step.name,
      state: step.state as Told['steps'][number]['state'],
      upstreamId: upstreamIdOf(step),
    })),
    ...(operation.results === ''
      ? {}
      : { outcome: JSON.parse(operation.results) as Record<string, unknown> }),
    createdAt: new Date(operation.created_at).toISOString(),
    updatedAt: new Date(operation.updated_at).toISOString(),
  }
}

function upstreamIdOf({ outcome }: StepRow): string {
  return outcome === '' ? '' : ((JSON.parse(outcome) as Partial<StepOutcome>).upstreamId ?? '')
}
