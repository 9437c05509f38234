// How a handler says what a write does, so that the journal can do it exactly once.
//
// A write is a plan, then steps. Planning only reads. Each step says how to send it and how to find out whether it was
// done. Everything else (dry run, idempotency, recovery after a crash, order of changes, audit) the journal adds.

import type { Body, OperationName, OwnResults } from '@adrail/contract'
import type { ServiceError } from '../base/errors.ts'
import type { Context } from '../waist/handler.ts'

/** Plain JSON: steps survive the process that planned them. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain }

export interface PlannedStep {
  /** Which of the write's steps it is. */
  readonly name: string
  /** What a person should know about it, for dry runs: `Set the daily budget of "Spring bread" from 15.00 to 25.00 EUR`. */
  readonly says: string
  /** All that sending and finding need besides the connection. */
  readonly data: Plain
}

export interface Plan {
  readonly steps: readonly PlannedStep[]
  /** What was there before, and what will be, for the audit entry. */
  readonly before?: Plain
  readonly after?: Plain
  /** Answered with the results; a problem that does not make the write fail. */
  readonly warnings?: readonly string[]
}

/** What a finished step leaves for later steps and for the results. */
export interface StepOutcome {
  /** The id of what was made or changed at the platform. */
  readonly upstreamId: string
  readonly data?: Plain
}

export type Finding =
  | { readonly state: 'done'; readonly outcome: StepOutcome }
  /** Not there, and sending it (again) is safe. */
  | { readonly state: 'not_done' }
  /** Somebody else changed it: it must not be overwritten. Answered as CONCURRENT_CHANGE unless it says otherwise. */
  | { readonly state: 'conflict'; readonly refusal?: ServiceError }
  /** Cannot be told yet; asked again later. */
  | { readonly state: 'unclear' }

/** What a step works with. */
export interface StepContext<Data extends Plain = Plain> {
  readonly data: Data
  /** Random, the same for all steps of the operation and for every try; carried along where the platform allows it. */
  readonly marker: string
  /** When the operation was accepted, in milliseconds. */
  readonly startedAt: number
  /** When this step was last about to be sent, in milliseconds. */
  readonly sentAt: number
  /** Outcomes of the steps before, by name; of several steps with one name, the last. */
  readonly done: Readonly<Record<string, StepOutcome>>
  readonly ctx: Context
}

/**
 * `send` returns when the platform confirmed the step. It throws a ServiceError whose code is one of a definite refusal
 * (status 200 or 4xx in the error table) only for a refusal that was parsed from a well-formed answer: then nothing was
 * done. Anything else it throws (time-out, reset, 5xx, garbage) means that nobody knows, and `find` is asked.
 */
export interface Step<Data extends Plain = Plain> {
  send(step: StepContext<Data>): Promise<StepOutcome>
  find(step: StepContext<Data>): Promise<Finding>
  /**
   * Takes back what the step made, when the operation cannot be finished; absent where nothing needs to be taken back.
   * Whoever calls it may be cut off before that is written down, so it may find that it was done already.
   */
  undo?(step: StepContext<Data>, outcome: StepOutcome): Promise<void>
}

export interface Write<Name extends OperationName> {
  /** What must not be changed by two writes at a time, such as `social/campaign/120210000000000011`; empty: nothing. */
  target?(body: Body<Name>): string
  /** A finished equal request without an Idempotency-Key is answered again, not done again, for this long. */
  readonly replayForMs?: number
  /** What is half done at the deadline is finished, not taken back: half of such a change is worse than a late one. */
  readonly finishesLate?: boolean
  /** Reads, checks references, and decides. Refusals are thrown; nothing has been written then. */
  plan(body: Body<Name>, ctx: Context): Promise<Plan>
  /** Asks the platform to check the plan without effect, for dry runs; refusals are thrown. */
  rehearse?(plan: Plan, body: Body<Name>, ctx: Context): Promise<void>
  readonly steps: Readonly<Record<string, Step>>
  results(done: Readonly<Record<string, StepOutcome>>, body: Body<Name>, plan: Plan): OwnResults<Name>
}

/** Marks a handler as a write of the journal. */
export function write<Name extends OperationName>(declaration: Write<Name>): Write<Name> {
  return declaration
}
