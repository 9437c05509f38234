// How a handler declares one step of a write: how to send it, and how to reconcile it, which means to find out
// whether it was done.

import type { Platform } from '@adrail/contract'
import type { z } from 'zod'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { narrowConnector } from '../platforms/connectors.ts'
import type { Connectors } from '../platforms/index.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { DoneStep, PlannedStep, ReconcileResult, StepOutcome } from './plan.ts'

/** The context of planning. */
export interface PlanContext<Connector> {
  readonly connector: Connector
  /** The clock of this runtime is the platform's clock. */
  readonly runtime: Runtime
  /** The marker that the write will have. Absent in a dry run. */
  readonly marker?: string
}

/** The context of a step. */
export interface StepContext<Connector> extends PlanContext<Connector> {
  /**
   * The same for all steps and all tries of the write (markers.ts). It is sent along where the platform
   * allows it.
   */
  readonly marker: string
  /** When the write was planned, by the platform's clock: no object that it created is older. */
  readonly plannedAt: number
  /** When the latest intent of this step was committed, by the database's clock. */
  readonly intentCommittedAt: number
  /** When this send or reconciliation began, by the database's clock: no data that it reads is older. */
  readonly startedAt: number
  /** Whether the step was sent before. The earlier try may still be carried out. */
  readonly isResend: boolean
  readonly doneSteps: readonly DoneStep[]
}

/**
 * `send` resolves when the platform confirmed the step. `send` throws a ServiceError with status 200 or 4xx
 * only when a well-formed response refused the step, so the step had no effect. After any other error
 * (timeout, reset, 5xx, malformed response) the outcome is unknown, and the journal calls `reconcile`. The
 * error table contains the status of each ServiceError.
 */
export interface StepDeclaration<Name extends Platform, Data> {
  /** The data of the step is stored, so it outlives a crash. */
  readonly dataSchema: z.ZodType<Data>
  send(data: Data, context: StepContext<Connectors[Name]>): Promise<StepOutcome>
  reconcile(data: Data, context: StepContext<Connectors[Name]>): Promise<ReconcileResult>
  /**
   * The step creates an object that has the marker, or an object within a marked one. `reconcile` finds both.
   * After the database lost writes, the journal searches for the object before it sends the step.
   */
  readonly createsMarkedObject?: true
  /**
   * Finds the objects that other tries of this step created, apart from the recorded ones. The journal calls
   * this method some time after it resent the step, or after the step failed with an unknown outcome. After
   * such a failure, `outcome` has no id.
   */
  findDuplicates?(
    data: Data,
    context: StepContext<Connectors[Name]>,
    outcome: StepOutcome,
  ): Promise<readonly DuplicateObject[]>
  /**
   * Whether the journal reads the state back with `reconcile` before a confirmed step counts as done. Defaults to
   * false.
   */
  readonly needsVerification?: boolean
  /** Whether the step increases spend. Such a step is not sent once spending is frozen. Defaults to false. */
  raisesSpend?(data: Data): boolean
  /** Asks the platform to validate the step without effect, for dry runs. Refusals are thrown. */
  validate?(data: Data, context: PlanContext<Connectors[Name]>): Promise<void>
  /**
   * Undoes the effect of the step when the write cannot be finished. Absent where no compensation is needed.
   * The journal may repeat the call after a crash, so the work may have been done already. A `LeftoverObject`
   * error means that compensation is impossible. After any other error the journal retries.
   */
  compensate?(data: Data, context: StepContext<Connectors[Name]>, outcome: StepOutcome): Promise<void>
  /**
   * Whether the compensation increases spend. Then the step is not compensated once spending is frozen.
   * Defaults to false.
   */
  compensationRaisesSpend?(data: Data): boolean
}

/** An object that an earlier try of a creation made in addition to the recorded one. */
export interface DuplicateObject {
  readonly kind: 'campaign' | 'ad group' | 'ad'
  /** The outcome to pass to `compensate` of the step. */
  readonly outcome: StepOutcome
  /**
   * True when the marker proves that this write created the object, the object is paused, and no one has
   * added to it.
   */
  readonly mayBeRemoved: boolean
}

/** A step as the journal sees it. Its data was planned before, perhaps by another process. */
export interface Step {
  readonly name: string
  readonly createsMarkedObject?: boolean
  readonly canCompensate: boolean
  readonly needsVerification?: boolean
  raisesSpend(data: unknown): boolean
  compensationRaisesSpend(data: unknown): boolean
  send(data: unknown, context: StepContext<AdConnector>): Promise<StepOutcome>
  reconcile(data: unknown, context: StepContext<AdConnector>): Promise<ReconcileResult>
  validate(data: unknown, context: PlanContext<AdConnector>): Promise<void>
  /** Absent where no duplicate object can be created, or found. */
  readonly findDuplicates?: (
    data: unknown,
    context: StepContext<AdConnector>,
    outcome: StepOutcome,
  ) => Promise<readonly DuplicateObject[]>
  compensate(data: unknown, context: StepContext<AdConnector>, outcome: StepOutcome): Promise<void>
}

export interface DeclaredStep<Data> extends Step {
  /** Returns the step as part of a plan, with a description for a person. */
  toPlannedStep(data: Data, description: string): PlannedStep
  /** Returns the data of all planned steps of this name, in order. */
  parsePlannedData(steps: readonly PlannedStep[]): readonly Data[]
  /** Returns the outcomes of all finished steps of this name, in order. */
  collectOutcomes(doneSteps: readonly DoneStep[]): readonly StepOutcome[]
}

export function defineStep<Name extends Platform, Data>(
  platform: Name,
  name: string,
  declaration: StepDeclaration<Name, Data>,
): DeclaredStep<Data> {
  const withTypedConnector = <Context extends PlanContext<AdConnector>>(context: Context) => ({
    ...context,
    connector: narrowConnector(platform, context.connector),
  })
  const findDuplicates = declaration.findDuplicates?.bind(declaration)
  return {
    name,
    createsMarkedObject: declaration.createsMarkedObject === true,
    canCompensate: declaration.compensate !== undefined,
    needsVerification: declaration.needsVerification ?? false,
    raisesSpend: (data) => declaration.raisesSpend?.(declaration.dataSchema.parse(data)) ?? false,
    compensationRaisesSpend: (data) =>
      declaration.compensationRaisesSpend?.(declaration.dataSchema.parse(data)) ?? false,
    toPlannedStep: (data, description) => ({ name, says: description, data }),
    parsePlannedData: (steps) =>
      steps.filter((each) => each.name === name).map(({ data }) => declaration.dataSchema.parse(data)),
    collectOutcomes: (doneSteps) =>
      doneSteps.filter((each) => each.name === name).map(({ outcome }) => outcome),
    send: async (data, context) =>
      await declaration.send(declaration.dataSchema.parse(data), withTypedConnector(context)),
    reconcile: async (data, context) =>
      await declaration.reconcile(declaration.dataSchema.parse(data), withTypedConnector(context)),
    ...(findDuplicates && {
      findDuplicates: async (data, context, outcome) =>
        await findDuplicates(declaration.dataSchema.parse(data), withTypedConnector(context), outcome),
    }),
    validate: async (data, context) =>
      await declaration.validate?.(declaration.dataSchema.parse(data), withTypedConnector(context)),
    compensate: async (data, context, outcome) =>
      await declaration.compensate?.(
        declaration.dataSchema.parse(data),
        withTypedConnector(context),
        outcome,
      ),
  }
}

/** adrail resends a creation only after this time, because the platforms do not deduplicate creations. */
const defaultVisibilityMs = 90_000

/**
 * adrail resends a part of a campaign after this time. A request may take half a minute, and reads may lag. A
 * part that appears later is paused, belongs to the marked campaign and spends nothing. adrail removes the
 * part if it appears before anything is enabled.
 */
export const campaignPartVisibilityMs = 50_000

/**
 * Interprets a search for a created object, given the id that was found. A request that was cut off may still
 * be carried out.
 */
export function reconcileCreation(
  upstreamId: string | undefined,
  context: StepContext<AdConnector>,
  visibilityMs = defaultVisibilityMs,
): ReconcileResult {
  if (upstreamId !== undefined) return { state: 'done', outcome: { upstreamId } }
  return checkVisibilityDelay(visibilityMs, context) ?? { state: 'not_done' }
}

/**
 * A missing object is unclear until the time has passed in which it may still appear. Only a read that began
 * later counts: a rate limit may delay reads, and earlier data proves nothing.
 */
export function checkVisibilityDelay(
  visibilityMs: number,
  { intentCommittedAt, startedAt }: StepContext<AdConnector>,
): ReconcileResult | undefined {
  const conclusiveAt = intentCommittedAt + visibilityMs
  return startedAt < conclusiveAt ? { state: 'unclear', conclusiveAt } : undefined
}
