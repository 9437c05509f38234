// What a write is going to do, and what its steps leave. Plain JSON: it survives the process that planned it.

import type { OperationName } from '@adrail/contract'
import type { ServiceError } from '../base/errors.ts'
import type { Pin } from '../platforms/kit/connected.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { SpendChange } from './spend/change.ts'

export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain }

export interface PlannedStep {
  /** Which of the write's steps it is. */
  readonly name: string
  /** What a person should know about it, for dry runs: `Set the daily budget of "Spring bread" from 15.00 to 25.00 EUR`. */
  readonly says: string
  /** All that sending and finding need besides the account. */
  readonly data: unknown
}

export interface Plan {
  readonly steps: readonly PlannedStep[]
  /** What was there before, and what will be, for the audit entry. */
  readonly before?: Plain
  readonly after?: Plain
  /** Answered with the results; a problem that does not make the write fail. */
  readonly warnings?: readonly string[]
  /** The operation whose steps these are, where that is not the write's own: it takes one of that name back. */
  readonly stepsOf?: OperationName
  /** What changes of what may be spent; absent where that has nothing to do with it. */
  readonly spend?: SpendChange
  /** It has no steps of its own: each campaign is changed by a write of its own. */
  readonly isBatch?: true
  /** When planning began, by the platform's clock: nothing that the write creates is older. Absent in older records. */
  readonly plannedAt?: number
}

export function readPlan({ plan }: JournalEntry): Plan {
  // Written by this journal, whole, in the transaction of the first intent.
  return JSON.parse(plan) as Plan
}

export function readPin({ pin }: JournalEntry): Pin {
  // Written beside the plan.
  return JSON.parse(pin) as Pin
}

/** What a finished step leaves for later steps and for the results. */
export interface StepOutcome {
  /** The id of what was made or changed at the platform. */
  readonly upstreamId: string
  readonly data?: Plain
}

/** A step that was done, in the order of the plan. */
export interface DoneStep {
  readonly name: string
  readonly outcome: StepOutcome
}

export type Finding =
  | { readonly state: 'done'; readonly outcome: StepOutcome }
  /** Not there, and sending it (again) is safe. */
  | { readonly state: 'not_done' }
  /** Somebody else changed it: it must not be overwritten. Answered as CONCURRENT_CHANGE unless it says otherwise. */
  | { readonly state: 'conflict'; readonly refusal?: ServiceError }
  /** Cannot be told yet; asked again later. Where it is known when it will be clear, nobody waits beyond. */
  | {
      readonly state: 'unclear'
      readonly clearAt?: number
      /** When the platform's quota allows the next look, if that is what is missing. */
      readonly retryAfterSeconds?: number
    }

/** What a look at a value means that a step changes from one to another. */
export function foundBy(
  present: unknown,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  upstreamId: string,
): Finding {
  if (present === to) return { state: 'done', outcome: { upstreamId } }
  return { state: present === from ? 'not_done' : 'conflict' }
}
