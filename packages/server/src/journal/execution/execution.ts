// The execution of one write by one owner: its steps in order, and their compensation when one is refused.

import { inSpan } from '../../observability/tracing.ts'
import type { JournalStep } from '../../store/journalSteps.ts'
import { toWriteEventData } from '../attention.ts'
import { LeaseLost } from '../lease.ts'
import { assessRaise } from '../planning.ts'
import { abandonedRefusal, concurrentChangeError, parseRefusal, toRefusal } from '../refusal.ts'
import { compensate } from './compensate.ts'
import type { ExecutionOutcome, OpenOutcome, RefusedOutcome } from './executionOutcome.ts'
import { reconcileStep } from './reconcileStep.ts'
import { type ExecutionDeps, type ExecutionInput, RunningWrite } from './runningWrite.ts'
import { recordRejection, StepRun } from './stepRun.ts'

/** `rows` are the steps that earlier owners began. */
export async function executeWrite(
  deps: ExecutionDeps,
  input: ExecutionInput,
  rows: readonly JournalStep[],
): Promise<ExecutionOutcome> {
  const write = new RunningWrite(deps, input, rows)
  try {
    const outcome = await runSteps(write)
    return outcome.state === 'refused' ? await compensate(write, outcome) : outcome
  } catch (error) {
    if (error instanceof LeaseLost && write.isStarted)
      await deps.lossMonitor.checkMissing(input.entry, {
        ...toWriteEventData(input.entry, input.write.platform),
        upstreamId: write.doneSteps.at(-1)?.outcome.upstreamId ?? '',
      })
    throw error
  }
}

async function runSteps(write: RunningWrite): Promise<ExecutionOutcome> {
  // The owner that recorded the rejection may have begun to compensate. The execution must not go forward
  // again.
  const rejectedRow = write.findRejectedRow()
  if (rejectedRow) return { state: 'refused', refusal: parseRefusal(rejectedRow) ?? abandonedRefusal }
  if (write.isApprovedStart) {
    const conflict = await findConflict(write)
    if (conflict) return conflict
    await reassessRaise(write)
  }
  for (const step of write.steps) {
    if (write.findOutcome(step)) continue
    const result = await inSpan(`step ${step.planned.name}`, { 'adrail.step': step.number }, async (span) => {
      const stepResult = await new StepRun(write, step).run()
      span.setAttribute('adrail.state', stepResult === 'done' ? stepResult : stepResult.state)
      return stepResult
    })
    if (result !== 'done') return result
  }
  return { state: 'succeeded', doneSteps: write.doneSteps }
}

/**
 * An approved write has held its target since the decision and was planned shortly before. A change by
 * someone else in between must not be overwritten. Only writes that increase spend are approved, and each of
 * their steps changes a different object.
 */
async function findConflict(write: RunningWrite): Promise<RefusedOutcome | OpenOutcome | undefined> {
  if (write.input.entry.target === undefined) return undefined
  for (const step of write.steps) {
    await write.lease.renew()
    const result = await reconcileStep(write, step)
    if (result.state === 'unclear') return { state: 'open', note: `${step.planned.name}: ${result.state}` }
    if (result.state === 'conflict') {
      const refusal = toRefusal(result.refusal ?? concurrentChangeError())
      return await recordRejection(write, step, { refusal, wasSent: false })
    }
  }
  return undefined
}

/** The deciding process may have died after the decision, and limits may have been set since. */
async function reassessRaise(write: RunningWrite): Promise<void> {
  const { deps, input } = write
  await write.lease.renew()
  const { workspaceId, keyId, userId } = input.entry
  write.approvedRaise = await assessRaise(deps, input.write.platform, { workspaceId, keyId, userId }, input)
}
