// The plan of a write and the outcomes of its steps. Both are plain JSON and outlive the process that
// planned.

import type { OperationName } from '@adrail/contract'
import type { PinnedConnection } from '../platforms/connector-kit/connectedAccount.ts'
import type { ServiceError } from '../runtime/errors.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { JournalStep } from '../store/journalSteps.ts'
import type { SpendChange } from './spend/spendChange.ts'

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue }

export interface PlannedStep {
  /** The name of the step in its write. */
  readonly name: string
  /**
   * The description in dry runs and approvals, such as `Set the daily budget of "Spring bread" from 15.00 to
   * 25.00 EUR`.
   */
  readonly says: string
  /** All data that sending and reconciling need besides the account. */
  readonly data: unknown
}

export interface Plan {
  readonly steps: readonly PlannedStep[]
  /** The state before and after the write, for the audit entry. */
  readonly before?: JsonValue
  readonly after?: JsonValue
  /** Returned with the results. A warning does not make the write fail. */
  readonly warnings?: readonly string[]
  /** In an undo, the operation that is undone: that operation declares the steps. */
  readonly stepsOf?: OperationName
  /** The change of the possible spend. Absent when the write cannot change spend. */
  readonly spend?: SpendChange
  /** A batch has no steps of its own. Each campaign is changed by its own write. */
  readonly isBatch?: true
  /**
   * When planning began, by the platform's clock: no object that the write creates is older. Absent in older
   * entries.
   */
  readonly plannedAt?: number
}

export function parsePlan({ id, plan }: Pick<JournalEntry, 'id' | 'plan'>): Plan {
  if (plan === undefined) throw new Error(`${id} has no plan.`)
  // The journal wrote the complete plan in the transaction of the first intent.
  return JSON.parse(plan) as Plan
}

export function parsePinnedConnection({ id, pin }: JournalEntry): PinnedConnection {
  if (pin === undefined) throw new Error(`${id} has no pinned connection.`)
  // Written together with the plan.
  return JSON.parse(pin) as PinnedConnection
}

/** The outcome of a finished step, for later steps and for the results. */
export interface StepOutcome {
  /** The id of the object that the step created or changed at the platform. */
  readonly upstreamId: string
  readonly data?: JsonValue
}

/** Parses the outcome of a step that was done. */
export function parseOutcome({ entryId, number, outcome }: JournalStep): StepOutcome {
  if (outcome === undefined) throw new Error(`Step ${number} of ${entryId} has no outcome.`)
  // A step gets the state DONE together with its outcome.
  return JSON.parse(outcome) as StepOutcome
}

/** A finished step, in the order of the plan. */
export interface DoneStep {
  readonly name: string
  readonly outcome: StepOutcome
}

export type ReconcileResult =
  | { readonly state: 'done'; readonly outcome: StepOutcome }
  /** The platform shows no effect of the step, and sending the step (again) is safe. */
  | { readonly state: 'not_done' }
  /**
   * Someone else changed the value, which must not be overwritten. The caller gets CONCURRENT_CHANGE unless
   * `refusal` is set.
   */
  | { readonly state: 'conflict'; readonly refusal?: ServiceError }
  /**
   * The outcome is not clear yet, so the journal reconciles again later. No wait extends past `conclusiveAt`, the
   * time from which the outcome is clear, if known.
   */
  | {
      readonly state: 'unclear'
      readonly conclusiveAt?: number
      /** Seconds until the platform's quota allows the next attempt, when the quota prevented this one. */
      readonly retryAfterSeconds?: number
    }

/** Compares the present value with the two values between which a step changes it. */
export function reconcileValue(
  currentValue: unknown,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  upstreamId: string,
): ReconcileResult {
  if (currentValue === to) return { state: 'done', outcome: { upstreamId } }
  return { state: currentValue === from ? 'not_done' : 'conflict' }
}
