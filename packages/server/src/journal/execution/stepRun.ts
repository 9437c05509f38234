// Carries out the decisions about one step (nextAction.ts): commits intents, sends, waits, reconciles and
// records.

import { ServiceError } from '../../runtime/errors.ts'
import { LeaseLost, NotSent } from '../lease.ts'
import type { StepOutcome } from '../plan.ts'
import { isRefusal, parseRefusal, type Refusal, toNote, toRefusal } from '../refusal.ts'
import { checkStepFreeze, commitIntent } from './commitIntent.ts'
import type { OpenOutcome, RefusedOutcome } from './executionOutcome.ts'
import { nextAction, type StepAction, type StepEvidence, type StepFacts } from './nextAction.ts'
import { reconcileLostStep, reconcileStep } from './reconcileStep.ts'
import type { NumberedStep, RunningWrite } from './runningWrite.ts'

const noEvidence: StepEvidence = { kind: 'none' }

/** Sends one step, or finds out that it was done. */
export class StepRun {
  readonly #write: RunningWrite
  readonly #step: NumberedStep
  /** Whether a request may have left under an intent, so that the step may be done. */
  #mayBeSent: boolean
  /** The refusal of the latest try. */
  #refusal: Refusal | undefined
  /** The result of the last reconciliation, for the log. */
  #note = 'unclear'

  constructor(write: RunningWrite, step: NumberedStep) {
    const earlierRow = write.findRow(step)
    this.#write = write
    this.#step = step
    this.#mayBeSent = earlierRow !== undefined
    this.#refusal = earlierRow && parseRefusal(earlierRow)
  }

  async run(): Promise<'done' | RefusedOutcome | OpenOutcome> {
    for (let evidence = noEvidence; ; ) {
      const action = nextAction(this.#facts(), evidence)
      switch (action.kind) {
        case 'commit_intent':
          evidence = await this.#commitIntent()
          break
        case 'send':
          evidence = await this.#send()
          break
        case 'record_unknown':
          evidence = await this.#recordUnknown(action)
          break
        case 'reconcile': {
          const waitMs = this.#write.remainingDelaysMs.shift()
          if (waitMs === undefined || this.#write.deps.stopping.aborted) return this.#leaveOpen(action)
          evidence = await this.#reconcileAfter(waitMs, action)
          break
        }
        case 'record_done':
          return await this.#recordDone(action.outcome)
        case 'record_rejection':
          return await recordRejection(this.#write, this.#step, action)
        case 'discard_write':
          throw action.error
      }
    }
  }

  #facts(): StepFacts {
    const { isAbandoned } = this.#write
    const row = this.#write.findRow(this.#step)
    return {
      isFirstStep: this.#step.number === 0,
      intentAt: row?.intentAt,
      mayBeSent: this.#mayBeSent,
      mayBeLost: this.#lostAt() !== undefined,
      refusal: this.#refusal,
      isAbandoned,
    }
  }

  #lostAt(): number | undefined {
    return this.#step.declaration.createsMarkedObject ? this.#write.lostAt : undefined
  }

  async #commitIntent(): Promise<StepEvidence> {
    const stopRefusal = await commitIntent(this.#write, this.#step)
    if (stopRefusal) return toRefused(stopRefusal)
    // No request has left since, so nothing needs time to arrive.
    this.#write.remainingDelaysMs.unshift(0)
    return noEvidence
  }

  async #send(): Promise<StepEvidence> {
    const { deps, lease } = this.#write
    const { declaration, planned } = this.#step
    const isResend = this.#mayBeSent
    const stopRefusal = await commitIntent(this.#write, this.#step, { isResend })
    if (stopRefusal) return toRefused(stopRefusal)
    const context = this.#write.buildContext(this.#step, isResend)
    const checkStop = declaration.raisesSpend(planned.data)
      ? () => checkStepFreeze(this.#write, deps.store.db, this.#step)
      : undefined
    try {
      const outcome = await lease.guardSends(() => declaration.send(planned.data, context), checkStop)
      if (await this.#isVerified()) return { kind: 'confirmed', outcome }
      return { kind: 'unknown', note: 'confirmed, but not seen' }
    } catch (error) {
      return toFailureEvidence(error)
    }
  }

  /** For a step with `needsVerification`, a confirmation by the platform is not enough. */
  async #isVerified(): Promise<boolean> {
    if (!this.#step.declaration.needsVerification) return true
    return (await reconcileStep(this.#write, this.#step)).state === 'done'
  }

  async #recordUnknown({
    note,
    refusal,
  }: Extract<StepAction, { kind: 'record_unknown' }>): Promise<StepEvidence> {
    this.#mayBeSent = true
    this.#refusal = refusal
    const outcome = refusal ? JSON.stringify({ refusal }) : undefined
    await this.#write.saveStep(this.#step, { state: 'UNKNOWN', note, outcome })
    return noEvidence
  }

  /**
   * All waiting precedes the reconciliation. A wait between it and the next try could hide a change by someone
   * else.
   */
  async #reconcileAfter(
    waitMs: number,
    { conclusiveAt = Number.POSITIVE_INFINITY }: Extract<StepAction, { kind: 'reconcile' }>,
  ): Promise<StepEvidence> {
    const { deps, lease } = this.#write
    await this.#wait(Math.min(waitMs, Math.max(0, conclusiveAt - deps.runtime.now())))
    await lease.renew()
    const startedAt = deps.runtime.now()
    const lostAt = this.#lostAt()
    const result = await (lostAt === undefined
      ? reconcileStep(this.#write, this.#step)
      : reconcileLostStep(this.#write, this.#step, { lostAt, mayBeSent: this.#mayBeSent }))
    // Later steps build on this one, so they were not done either.
    if (result.state === 'not_done') this.#write.lostAt = undefined
    this.#note = result.state
    return { kind: 'reconciled', result, startedAt }
  }

  #leaveOpen({ conclusiveAt, retryAfterSeconds }: Extract<StepAction, { kind: 'reconcile' }>): OpenOutcome {
    const note = `${this.#step.planned.name}: ${this.#note}`
    return { state: 'open', note, conclusiveAt, retryAfterSeconds }
  }

  async #recordDone(outcome: StepOutcome): Promise<'done'> {
    const finishedAt = this.#write.deps.runtime.now()
    await this.#write.saveStep(this.#step, { state: 'DONE', outcome: JSON.stringify(outcome), finishedAt })
    this.#write.recordOutcome(this.#step, outcome)
    return 'done'
  }

  async #wait(durationMs: number): Promise<void> {
    const { runtime, stopping } = this.#write.deps
    const stopSignal = Promise.withResolvers<void>()
    const stop = () => stopSignal.resolve()
    stopping.addEventListener('abort', stop)
    await Promise.race([runtime.pause(durationMs), stopSignal.promise])
    stopping.removeEventListener('abort', stop)
  }
}

/** From then on the write only compensates. `wasSent` means that a try may still be carried out. */
export async function recordRejection(
  write: RunningWrite,
  step: NumberedStep,
  { refusal, wasSent }: { readonly refusal: Refusal; readonly wasSent: boolean },
): Promise<RefusedOutcome> {
  const { code: note } = refusal.results
  const finishedAt = write.deps.runtime.now()
  const outcome = JSON.stringify({ refusal })
  await write.saveStep(step, { state: 'REJECTED', note, outcome, finishedAt }, wasSent)
  return { state: 'refused', refusal }
}

function toRefused(refusal: Refusal): StepEvidence {
  return { kind: 'refused', refusal, note: refusal.results.code }
}

/** Only a definite refusal proves that the step had no effect. */
function toFailureEvidence(error: unknown): StepEvidence {
  if (error instanceof LeaseLost) throw error
  const note = toNote(error)
  if (error instanceof NotSent) {
    const refusal = isRefusal(error.failure) ? toRefusal(error.failure) : undefined
    return { kind: 'not_sent', error, refusal, note }
  }
  if (error instanceof ServiceError && isRefusal(error)) return toRefused(toRefusal(error))
  return { kind: 'unknown', note }
}
