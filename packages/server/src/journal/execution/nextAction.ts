// Decides what to do next about one step of a write. The decision is a pure function of what is known, and
// stepRun.ts carries it out.

import type { NotSent } from '../lease.ts'
import type { ReconcileResult, StepOutcome } from '../plan.ts'
import { abandonedRefusal, concurrentChangeError, type Refusal, toRefusal } from '../refusal.ts'

/**
 * A call may take half a minute, and reads may lag as long. A request can show an effect this long after its
 * intent.
 */
const visibilityMs = 60_000

/** What is known about a step, from its row and from the write that it belongs to. */
export interface StepFacts {
  readonly isFirstStep: boolean
  /** The time of the latest intent. Undefined when neither this owner nor an earlier one committed any. */
  readonly intentAt: number | undefined
  /** Whether a request may have left under that intent, so that the step may be done. */
  readonly mayBeSent: boolean
  /** Whether a write that the database lost may have done the step. */
  readonly mayBeLost: boolean
  /** The refusal of the latest try. An earlier try may have arrived nevertheless. */
  readonly refusal?: Refusal | undefined
  /** True when no step of the write may be sent any more. */
  readonly isAbandoned: boolean
}

/** What the last action showed. */
export type StepEvidence =
  | { readonly kind: 'none' }
  /** The platform confirmed the step. */
  | { readonly kind: 'confirmed'; readonly outcome: StepOutcome }
  /** The platform refused the step, or a reason to stop kept it from being sent. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly note: string }
  /** The request did not leave the process. The platform may have refused something that it builds on. */
  | {
      readonly kind: 'not_sent'
      readonly error: NotSent
      readonly refusal?: Refusal | undefined
      readonly note: string
    }
  /** The step was sent, and its outcome is unknown. */
  | { readonly kind: 'unknown'; readonly note: string; readonly refusal?: undefined }
  | { readonly kind: 'reconciled'; readonly result: ReconcileResult; readonly startedAt: number }

export type StepAction =
  /** Commit an intent and send nothing under it, because the step may have been done already. */
  | { readonly kind: 'commit_intent' }
  /** Commit an intent and send the step. */
  | { readonly kind: 'send' }
  /** Store that the outcome of a try is unknown, with its refusal. */
  | { readonly kind: 'record_unknown'; readonly note: string; readonly refusal?: Refusal | undefined }
  /** Wait, and find out whether the step was done. No wait extends past `conclusiveAt`. */
  | {
      readonly kind: 'reconcile'
      readonly conclusiveAt?: number | undefined
      readonly retryAfterSeconds?: number | undefined
    }
  | { readonly kind: 'record_done'; readonly outcome: StepOutcome }
  /** Nothing was sent for the write, so its entry is deleted. */
  | { readonly kind: 'discard_write'; readonly error: NotSent }
  /** From then on the write only compensates. `wasSent` means that a try may still be carried out. */
  | { readonly kind: 'record_rejection'; readonly refusal: Refusal; readonly wasSent: boolean }

export function nextAction(facts: StepFacts, evidence: StepEvidence): StepAction {
  switch (evidence.kind) {
    case 'none':
      return startStep(facts)
    case 'confirmed':
      return { kind: 'record_done', outcome: evidence.outcome }
    case 'not_sent':
      if (facts.isFirstStep && !facts.mayBeSent) return { kind: 'discard_write', error: evidence.error }
      return decideFailed(facts, evidence)
    case 'refused':
    case 'unknown':
      return decideFailed(facts, evidence)
    case 'reconciled':
      return decideReconciled(facts, evidence.result, evidence.startedAt)
  }
}

/** An earlier process may have sent the step, and so may a write that the database lost. */
function startStep({ intentAt, mayBeSent, mayBeLost, isAbandoned }: StepFacts): StepAction {
  const hasIntent = intentAt !== undefined
  if (mayBeSent || (mayBeLost && hasIntent)) return { kind: 'reconcile' }
  if (isAbandoned && !hasIntent)
    return { kind: 'record_rejection', refusal: abandonedRefusal, wasSent: false }
  return { kind: mayBeLost ? 'commit_intent' : 'send' }
}

/**
 * The refusal of a first try is final. A refusal after a try with an unknown outcome may mean that the first
 * try arrived.
 */
function decideFailed(
  { mayBeSent }: StepFacts,
  { note, refusal }: { readonly note: string; readonly refusal?: Refusal | undefined },
): StepAction {
  return refusal && !mayBeSent
    ? { kind: 'record_rejection', refusal, wasSent: false }
    : { kind: 'record_unknown', note, refusal }
}

function decideReconciled(
  { refusal, isAbandoned, intentAt }: StepFacts,
  result: ReconcileResult,
  startedAt: number,
): StepAction {
  switch (result.state) {
    case 'done':
      return { kind: 'record_done', outcome: result.outcome }
    case 'conflict':
      return {
        kind: 'record_rejection',
        refusal: refusal ?? toRefusal(result.refusal ?? concurrentChangeError()),
        wasSent: true,
      }
    case 'unclear':
      return {
        kind: 'reconcile',
        conclusiveAt: result.conclusiveAt,
        retryAfterSeconds: result.retryAfterSeconds,
      }
    case 'not_done': {
      // A refused try is not resent, and neither is any try of an abandoned write. Both are only reconciled
      // until no try can arrive any more.
      const finalRefusal = refusal ?? (isAbandoned ? abandonedRefusal : undefined)
      if (finalRefusal === undefined) return { kind: 'send' }
      return intentAt === undefined || startedAt - intentAt >= visibilityMs
        ? { kind: 'record_rejection', refusal: finalRefusal, wasSent: true }
        : { kind: 'reconcile' }
    }
  }
}
