// Finds out at the platform whether a step was done.

import type { AdConnector } from '../../platforms/connector-kit/adConnector.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { ReconcileResult } from '../plan.ts'
import { toNote } from '../refusal.ts'
import type { StepContext } from '../step.ts'
import type { NumberedStep, RunningWrite } from './runningWrite.ts'

type SearchedTry = Pick<StepContext<AdConnector>, 'marker' | 'intentCommittedAt'>

export async function reconcileStep(
  write: RunningWrite,
  step: NumberedStep,
  searchedTry?: SearchedTry,
): Promise<ReconcileResult> {
  try {
    const context = { ...write.buildContext(step), ...searchedTry }
    return await step.declaration.reconcile(step.planned.data, context)
  } catch (error) {
    // An error during reconciliation proves nothing about the step.
    write.deps.log.info('journal.step.reconcile_failed', {
      operationId: write.input.entry.id,
      step: step.planned.name,
      note: toNote(error),
    })
    const retryAfterSeconds = error instanceof ServiceError ? error.details.retryAfterSeconds : undefined
    return { state: 'unclear', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  }
}

/**
 * Searches for objects that a write may have created before the database lost it. Such an object may still
 * appear for a while after the loss.
 */
export async function reconcileLostStep(
  write: RunningWrite,
  step: NumberedStep,
  { lostAt, mayBeSent }: { readonly lostAt: number; readonly mayBeSent: boolean },
): Promise<ReconcileResult> {
  const { workspaceId, name, idempotencyKey, createdAt, marker } = write.input.entry
  const request = { workspaceId, operation: name, idempotencyKey, at: createdAt }
  const intentCommittedAt = mayBeSent ? Math.max(lostAt, write.buildContext(step).intentCommittedAt) : lostAt
  const results: ReconcileResult[] = []
  for (const candidate of write.deps.markers.listCandidates(request, marker))
    results.push(await reconcileStep(write, step, { marker: candidate, intentCommittedAt }))
  // A marker that could not be searched for may be the object's. Only a complete search of all markers proves
  // that no object exists.
  const findByState = (wantedState: ReconcileResult['state']) =>
    results.find(({ state }) => state === wantedState)
  return findByState('done') ?? findByState('unclear') ?? findByState('conflict') ?? { state: 'not_done' }
}
