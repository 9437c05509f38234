// The outcome of an execution, as far as its owner could find out.

import type { DoneStep } from '../plan.ts'
import type { Refusal } from '../refusal.ts'

export type SucceededOutcome = { readonly state: 'succeeded'; readonly doneSteps: readonly DoneStep[] }

export type RefusedOutcome = {
  readonly state: 'refused'
  readonly refusal: Refusal
  /** Whether steps that increase spend were done and could not be compensated. */
  readonly hasRaisedSpend?: boolean
}

/** The outcome is unknown, so the runner reconciles again later. */
export type OpenOutcome = {
  readonly state: 'open'
  readonly note: string
  readonly conclusiveAt?: number | undefined
  readonly retryAfterSeconds?: number | undefined
}

export type ExecutionOutcome = SucceededOutcome | RefusedOutcome | OpenOutcome
