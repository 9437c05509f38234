// How a handler declares a write, so that the journal can execute it exactly once.
//
// A write is a plan and then steps (step.ts). Planning only reads. The journal adds dry runs, idempotency,
// recovery after a crash, the order of changes and audit entries. It also provides the account. A step works
// only on the account that the write was planned for.

import type { Body, HandlerOutput, OperationName, PlatformOf, WriteName } from '@adrail/contract'
import { operations, type Platform } from '@adrail/contract'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { narrowConnector } from '../platforms/connectors.ts'
import type { Connectors } from '../platforms/index.ts'
import type { DoneStep, Plan } from './plan.ts'
import type { PlanContext, Step } from './step.ts'

/** A succeeded write as its journal entry records it. */
export interface RecordedWrite<Name extends WriteName = WriteName> {
  readonly body: Body<Name>
  readonly plan: Plan
  readonly doneSteps: readonly DoneStep[]
}

interface WriteTraits {
  /**
   * For this time after a success, an equal request without an Idempotency-Key gets the stored response.
   * Later, adrail executes an equal request as a new write.
   */
  readonly replayWindowMs?: number
  /**
   * At the deadline a half-done write is finished instead of compensated, because half of the change is worse
   * than a late one.
   */
  readonly completesAfterDeadline?: boolean
  /** The write creates leads, so adrail reads the user's leads as soon as it has ended. */
  readonly createsLeads?: true
}

export interface WriteDeclaration<Name extends WriteName> extends WriteTraits {
  /**
   * The object that two writes must not change at the same time, such as `campaign/120210000000000011`.
   * Without it, all writes may run concurrently.
   */
  target?(body: Body<Name>): string | undefined
  /** All steps that a plan may contain. */
  readonly steps: readonly Step[]
  /**
   * Reads, checks references and decides on the steps. Refusals are thrown, and nothing has been written
   * then.
   */
  plan(body: Body<Name>, context: PlanContext<Connectors[PlatformOf<Name>]>): Promise<Plan>
  results(doneSteps: readonly DoneStep[], body: Body<Name>, plan: Plan): HandlerOutput<Name>
  /**
   * Plans the undo of an ended write with the write's own steps, from its record and the present state. It
   * refuses (`undoRefusedError`) when the state is not as the write left it. Absent where the platform offers no
   * way back.
   */
  undo?(recordedWrite: RecordedWrite<Name>, context: PlanContext<Connectors[PlatformOf<Name>]>): Promise<Plan>
}

/**
 * A write as the journal sees it. The pipeline has validated the body against the operation's declaration.
 */
export interface Write<Name extends OperationName = OperationName> extends WriteTraits {
  readonly operation: Name
  readonly platform: Platform
  readonly steps: ReadonlyMap<string, Step>
  /** Undefined when any two of these writes may run at the same time. */
  target(body: unknown): string | undefined
  plan(body: unknown, context: PlanContext<AdConnector>): Promise<Plan>
  results(doneSteps: readonly DoneStep[], body: unknown, plan: Plan): Readonly<Record<string, unknown>>
  /** Absent where the write cannot be undone. */
  readonly undo?: (recordedWrite: RecordedWrite, context: PlanContext<AdConnector>) => Promise<Plan>
}

/** The operation that undoes a write. */
export const undoOperationName = 'operation/undo_operation' satisfies OperationName

/** The operation that pauses campaigns of several ad accounts. */
export const pauseOperationName = 'campaign/pause_campaigns' satisfies OperationName

/** A write about many campaigns. The journal changes each campaign by its own write. */
export interface BatchDeclaration<Name extends OperationName = OperationName> {
  readonly operation: Name
  readonly isBatch: true
}

export function defineBatch<Name extends OperationName>(operation: Name): BatchDeclaration<Name> {
  return { operation, isBatch: true }
}

/**
 * A write that undoes another one. Its platform, steps and plan come from that write, so the journal creates
 * it.
 */
export interface UndoDeclaration<Name extends OperationName = OperationName> {
  readonly operation: Name
  readonly isUndo: true
}

export function defineUndo<Name extends OperationName>(operation: Name): UndoDeclaration<Name> {
  return { operation, isUndo: true }
}

export function defineWrite<Name extends WriteName>(
  operation: Name,
  declaration: WriteDeclaration<Name>,
): Write<Name> {
  // The cast is safe, because `PlatformOf` derives the type from the platform that the operation declares.
  const platform = operations[operation].platform as PlatformOf<Name>
  // The journal hands a write only bodies of its own operation, validated by its declaration.
  const asBody = (body: unknown) => body as Body<Name>
  const planUndo = declaration.undo?.bind(declaration)
  return {
    operation,
    platform,
    ...(declaration.replayWindowMs === undefined ? {} : { replayWindowMs: declaration.replayWindowMs }),
    ...(declaration.completesAfterDeadline === undefined
      ? {}
      : { completesAfterDeadline: declaration.completesAfterDeadline }),
    ...(declaration.createsLeads === undefined ? {} : { createsLeads: declaration.createsLeads }),
    steps: new Map(declaration.steps.map((each) => [each.name, each])),
    target: (body) => {
      const target = declaration.target?.(asBody(body))
      return target === undefined ? undefined : `${platform}/${target}`
    },
    plan: async (body, planContext) =>
      await declaration.plan(asBody(body), {
        ...planContext,
        connector: narrowConnector(platform, planContext.connector),
      }),
    results: (doneSteps, body, plan) => declaration.results(doneSteps, asBody(body), plan),
    ...(planUndo && {
      undo: async ({ plan, doneSteps, body }, { connector, runtime }) =>
        await planUndo(
          { plan, doneSteps, body: asBody(body) },
          { connector: narrowConnector(platform, connector), runtime },
        ),
    }),
  }
}

export function getStep(write: Write, name: string): Step {
  const step = write.steps.get(name)
  if (!step) throw new Error(`${write.operation} has no step named ${name}.`)
  return step
}
