// How a handler says what a write does, so that the journal can do it exactly once.
//
// A write is a plan, then steps. Planning only reads. Each step says how to send it and how to find out whether it was
// done. Everything else (dry run, idempotency, recovery after a crash, order of changes, audit) the journal adds, and it
// brings the account: a step only ever works on the one that the write was planned for.

import type { Body, OperationName, OwnResults, PlatformOf, WriteName } from '@adrail/contract'
import { operations, type Platform } from '@adrail/contract'
import type { z } from 'zod'
import type { Runtime } from '../base/runtime.ts'
import { type Connectors, connectorOf } from '../platforms/connectors.ts'
import type { DoneStep, Finding, Plan, PlannedStep, StepOutcome } from './plan.ts'

/** What planning works with. */
export interface Planning<Connector> {
  readonly connector: Connector
  /** Its clock is the platform's. */
  readonly runtime: Runtime
  /** The marker that the write will carry; absent in a dry run. */
  readonly marker?: string
}

/** What a step works with, besides its own data. */
export interface Stepping<Connector> extends Planning<Connector> {
  /** The same for all steps of the write and for every try (markers.ts); carried along where the platform allows it. */
  readonly marker: string
  /** When the write was planned, by the platform's clock: nothing that it created there is older. */
  readonly plannedAt: number
  /** When this step was last about to be sent, by the database's clock. */
  readonly sentAt: number
  /** When this send, or this look for its outcome, began, by the database's clock: nothing that it reads is older. */
  readonly startedAt: number
  /** It was sent before, and that try may come through as well. */
  readonly isRepeated: boolean
  readonly done: readonly DoneStep[]
}

/**
 * `send` returns when the platform confirmed the step. It throws a ServiceError whose code is one of a definite refusal
 * (status 200 or 4xx in the error table) only for a refusal that was parsed from a well-formed answer: then nothing was
 * done. Anything else it throws (time-out, reset, 5xx, garbage) means that nobody knows, and `find` is asked.
 */
export interface StepDeclaration<Name extends Platform, Data> {
  /** What survives a crash. */
  readonly data: z.ZodType<Data>
  send(data: Data, step: Stepping<Connectors[Name]>): Promise<StepOutcome>
  find(data: Data, step: Stepping<Connectors[Name]>): Promise<Finding>
  /**
   * It creates an object that `find` recognizes by the marker, or within an object that carries it. After the database lost
   * writes, the journal looks for the object before the first try.
   */
  readonly creates?: true
  /**
   * Finds the objects that other tries of this step made, apart from the recorded ones. The journal calls it some time after
   * a step that was resent, or that failed with an unknown outcome; then `outcome` has no id.
   */
  leftovers?(data: Data, step: Stepping<Connectors[Name]>, outcome: StepOutcome): Promise<readonly Leftover[]>
  /** Whether the journal reads the state back with `find` before it counts a confirmed step as done. Absent: it does not. */
  readonly readsBack?: boolean
  /** Whether it lets more be spent: then it is not sent once spending is frozen. Absent: it does not. */
  raisesSpend?(data: Data): boolean
  /** Asks the platform to check the step without effect, for dry runs; refusals are thrown. */
  rehearse?(data: Data, planning: Planning<Connectors[Name]>): Promise<void>
  /**
   * Takes back what the step made, when the write cannot be finished; absent where nothing needs to be taken back.
   * Whoever calls it may be cut off before that is written down, so it may find that it was done already. It throws a
   * LeftBehind where it never can be; anything else that it throws means that it is tried again.
   */
  takeBack?(data: Data, step: Stepping<Connectors[Name]>, outcome: StepOutcome): Promise<void>
  /** Whether taking it back lets more be spent: then it stays once spending is frozen. Absent: it does not. */
  raisesSpendBack?(data: Data): boolean
}

/** An object that an earlier try of a creation made beside the recorded one. */
export interface Leftover {
  readonly kind: 'campaign' | 'ad group' | 'ad'
  /** As `takeBack` of the step gets it. */
  readonly outcome: StepOutcome
  /** Its marker proves that this write made it, it is paused, and no one has added to it. */
  readonly mayBeRemoved: boolean
}

/** A step as the journal knows it: its data is what was planned, perhaps by another process. */
export interface Step {
  readonly name: string
  readonly creates?: boolean
  readonly mayBeTakenBack: boolean
  readonly readsBack?: boolean
  raisesSpend(data: unknown): boolean
  raisesSpendBack(data: unknown): boolean
  send(data: unknown, step: Stepping<unknown>): Promise<StepOutcome>
  find(data: unknown, step: Stepping<unknown>): Promise<Finding>
  rehearse(data: unknown, planning: Planning<unknown>): Promise<void>
  /** Absent where no second object can be made, or found. */
  readonly leftovers?: (
    data: unknown,
    step: Stepping<unknown>,
    outcome: StepOutcome,
  ) => Promise<readonly Leftover[]>
  takeBack(data: unknown, step: Stepping<unknown>, outcome: StepOutcome): Promise<void>
}

export interface DeclaredStep<Data> extends Step {
  /** The step as part of a plan; `says` is what a person reads about it. */
  plan(data: Data, says: string): PlannedStep
  /** What was planned under this name, in order. */
  dataIn(steps: readonly PlannedStep[]): readonly Data[]
  /** What steps of this name have left so far, in order. */
  outcomesIn(done: readonly DoneStep[]): readonly StepOutcome[]
}

export function step<Name extends Platform, Data>(
  platform: Name,
  name: string,
  declared: StepDeclaration<Name, Data>,
): DeclaredStep<Data> {
  const own = <Given extends Planning<unknown>>(given: Given) => ({
    ...given,
    connector: connectorOf(platform, given.connector),
  })
  const leftovers = declared.leftovers?.bind(declared)
  return {
    name,
    creates: declared.creates === true,
    mayBeTakenBack: declared.takeBack !== undefined,
    readsBack: declared.readsBack ?? false,
    raisesSpend: (data) => declared.raisesSpend?.(declared.data.parse(data)) ?? false,
    raisesSpendBack: (data) => declared.raisesSpendBack?.(declared.data.parse(data)) ?? false,
    plan: (data, says) => ({ name, says, data }),
    dataIn: (steps) =>
      steps.filter((each) => each.name === name).map(({ data }) => declared.data.parse(data)),
    outcomesIn: (done) => done.filter((each) => each.name === name).map(({ outcome }) => outcome),
    send: async (data, given) => await declared.send(declared.data.parse(data), own(given)),
    find: async (data, given) => await declared.find(declared.data.parse(data), own(given)),
    ...(leftovers && {
      leftovers: async (data, given, outcome) =>
        await leftovers(declared.data.parse(data), own(given), outcome),
    }),
    rehearse: async (data, given) => await declared.rehearse?.(declared.data.parse(data), own(given)),
    takeBack: async (data, given, outcome) =>
      await declared.takeBack?.(declared.data.parse(data), own(given), outcome),
  }
}

/** Creations that the platform does not make once by itself: nothing is sent again before this is over. */
const quietMs = 90_000

/**
 * A part of a campaign: the request may be carried out for half a minute, and reads may lag behind. What comes later still
 * stands under the campaign's mark, paused: it spends nothing, and is removed if it shows before anything is switched on.
 */
export const quietMsOfCampaigns = 50_000

/** What a look for a creation means, given the id that was found: a request that was cut off may still be carried out. */
export function foundLater(
  upstreamId: string | undefined,
  step: Stepping<unknown>,
  quiet = quietMs,
): Finding {
  if (upstreamId !== undefined) return { state: 'done', outcome: { upstreamId } }
  return unclearFor(quiet, step) ?? { state: 'not_done' }
}

/**
 * Nothing can be said about what is missing until the time is over in which it may turn up. Only a look that began later
 * counts: reads may be held up by a rate limit, and what they showed before says nothing.
 */
export function unclearFor(quiet: number, { sentAt, startedAt }: Stepping<unknown>): Finding | undefined {
  const clearAt = sentAt + quiet
  return startedAt < clearAt ? { state: 'unclear', clearAt } : undefined
}

/** A write that has succeeded, as its record tells it. */
export interface Recorded<Name extends WriteName = WriteName> {
  readonly body: Body<Name>
  readonly plan: Plan
  readonly done: readonly DoneStep[]
}

interface Manner {
  /** A finished equal request without an Idempotency-Key is answered again, not done again, for this long. */
  readonly replayForMs?: number
  /** What is half done at the deadline is finished, not taken back: half of such a change is worse than a late one. */
  readonly finishesLate?: boolean
  /** It creates leads. Once it has ended, adrail reads the user's leads at once. */
  readonly createsLeads?: true
}

export interface WriteDeclaration<Name extends WriteName> extends Manner {
  /** What must not be changed by two writes at a time, such as `campaign/120210000000000011`; without it, nothing. */
  target?(body: Body<Name>): string
  /** Every step that a plan may hold. */
  readonly steps: readonly Step[]
  /** Reads, checks references, and decides. Refusals are thrown; nothing has been written then. */
  plan(body: Body<Name>, planning: Planning<Connectors[PlatformOf<Name>]>): Promise<Plan>
  results(done: readonly DoneStep[], body: Body<Name>, plan: Plan): OwnResults<Name>
  /**
   * How it is taken back once it has ended: a plan of its own steps, made from what it recorded and what is there now.
   * Where that is not as the write left it, it refuses (undoRefused). Absent where the platform offers no way back.
   */
  undo?(recorded: Recorded<Name>, planning: Planning<Connectors[PlatformOf<Name>]>): Promise<Plan>
}

/** A write as the journal knows it: the body is what the waist checked against the operation's own declaration. */
export interface Write<Name extends OperationName = OperationName> extends Manner {
  readonly operation: Name
  readonly platform: Platform
  readonly steps: ReadonlyMap<string, Step>
  /** Empty when two of these may always run at a time. */
  target(body: unknown): string
  plan(body: unknown, planning: Planning<unknown>): Promise<Plan>
  results(done: readonly DoneStep[], body: unknown, plan: Plan): Readonly<Record<string, unknown>>
  /** Absent where it cannot be taken back. */
  readonly undo?: (recorded: Recorded, planning: Planning<unknown>) => Promise<Plan>
}

/** The operation that takes a write back. */
export const undoing = 'operation/undo_operation' satisfies OperationName

/** The operation that pauses campaigns of several ad accounts. */
export const pausing = 'campaign/pause_campaigns' satisfies OperationName

/** A write about many campaigns: the journal changes each of them by a write of its own. */
export interface Batch<Name extends OperationName = OperationName> {
  readonly operation: Name
  readonly isBatch: true
}

export function batch<Name extends OperationName>(operation: Name): Batch<Name> {
  return { operation, isBatch: true }
}

/** The write that takes another one back. Its platform, steps and plan are that one's, so the journal makes it. */
export interface Undo<Name extends OperationName = OperationName> {
  readonly operation: Name
  readonly takesBack: true
}

export function undo<Name extends OperationName>(operation: Name): Undo<Name> {
  return { operation, takesBack: true }
}

export function write<Name extends WriteName>(
  operation: Name,
  declared: WriteDeclaration<Name>,
): Write<Name> {
  // A write declares the platform that its type names.
  const platform = operations[operation].platform as PlatformOf<Name>
  // The journal hands a write only bodies of its own operation, validated by its declaration.
  const own = (body: unknown) => body as Body<Name>
  const back = declared.undo?.bind(declared)
  return {
    operation,
    platform,
    ...(declared.replayForMs === undefined ? {} : { replayForMs: declared.replayForMs }),
    ...(declared.finishesLate === undefined ? {} : { finishesLate: declared.finishesLate }),
    ...(declared.createsLeads === undefined ? {} : { createsLeads: declared.createsLeads }),
    steps: new Map(declared.steps.map((each) => [each.name, each])),
    target: (body) => {
      const target = declared.target?.(own(body)) ?? ''
      return target === '' ? '' : `${platform}/${target}`
    },
    plan: async (body, planning) =>
      await declared.plan(own(body), { ...planning, connector: connectorOf(platform, planning.connector) }),
    results: (done, body, plan) => declared.results(done, own(body), plan),
    ...(back && {
      undo: async ({ plan, done, body }, { connector, runtime }) =>
        await back({ plan, done, body: own(body) }, { connector: connectorOf(platform, connector), runtime }),
    }),
  }
}

export function stepOf(write: Write, name: string): Step {
  const step = write.steps.get(name)
  if (!step) throw new Error(`${write.operation} has no step named ${name}.`)
  return step
}
