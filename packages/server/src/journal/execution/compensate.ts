// Compensates the finished steps of a refused write.

import { inSpan } from '../../observability/tracing.ts'
import { LeaseLost } from '../lease.ts'
import type { StepOutcome } from '../plan.ts'
import { LeftoverObject, toNote, withRemarks } from '../refusal.ts'
import { checkFreeze } from './commitIntent.ts'
import type { OpenOutcome, RefusedOutcome } from './executionOutcome.ts'
import type { NumberedStep, RunningWrite } from './runningWrite.ts'

/**
 * Compensates finished steps in reverse order. A failed compensation is retried later. Effects that cannot be
 * compensated are reported with the refusal.
 */
export async function compensate(
  write: RunningWrite,
  refusedOutcome: RefusedOutcome,
): Promise<RefusedOutcome | OpenOutcome> {
  if (write.input.entry.isOvertaken) return refusedOutcome
  const remarks: string[] = []
  for (const step of write.steps.toReversed()) {
    const outcome = write.findOutcome(step)
    if (outcome === undefined || !step.declaration.canCompensate) continue
    await write.lease.renew()
    try {
      await compensateStep(write, step, outcome)
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      if (!(error instanceof LeftoverObject))
        return { state: 'open', note: `compensate ${step.planned.name}: ${toNote(error)}` }
      remarks.push(error.message)
      continue
    }
    await write.saveStep(step, { state: 'COMPENSATED', finishedAt: write.deps.runtime.now() })
    write.removeOutcome(step)
  }
  return {
    ...refusedOutcome,
    refusal: withRemarks(refusedOutcome.refusal, remarks),
    hasRaisedSpend: write.hasRaisedSpend,
  }
}

async function compensateStep(write: RunningWrite, step: NumberedStep, outcome: StepOutcome): Promise<void> {
  const { declaration, planned, number } = step
  if (declaration.compensationRaisesSpend(planned.data) && (await checkFreeze(write, write.deps.store.db)))
    throw new LeftoverObject(
      'Spend increases were blocked meanwhile, so the spend that this write lowered stays lower.',
    )
  await inSpan(`compensate ${planned.name}`, { 'adrail.step': number }, () =>
    write.lease.guardSends(() => declaration.compensate(planned.data, write.buildContext(step), outcome)),
  )
}
