// The write that undoes another write. It is built from the entry of that write: its account, its steps and
// its target.

import type { Body, WriteName } from '@adrail/contract'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { ServiceError } from '../runtime/errors.ts'
import { findEntry, hasEnded, hasSucceededEqual, type JournalEntry } from '../store/journalEntries.ts'
import { listSteps } from '../store/journalSteps.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { JournalDeps, WriteRequest } from './journalDeps.ts'
import { type DoneStep, type Plan, parseOutcome, parsePinnedConnection, parsePlan } from './plan.ts'
import type { PlanContext, Step } from './step.ts'
import { undoRefusedError } from './undoPlans.ts'
import { undoOperationName, type Write } from './write.ts'

/** Entries are stored for longer, so that an interrupted undo still finds the entry that it undoes. */
export const maxUndoAgeMs = 14 * 24 * 60 * 60 * 1000

type UndoDeps = Pick<JournalDeps, 'store' | 'runtime' | 'accounts' | 'getWrite'>

/** Returns the write that executes an undo, and the request with the user of the undone write. */
export async function prepareUndo(
  deps: UndoDeps,
  request: WriteRequest,
  undoneEntry: JournalEntry,
): Promise<{ readonly write: Write; readonly request: WriteRequest }> {
  const undoRequest = { ...request, user: { id: undoneEntry.userId } }
  return { write: await createUndo(deps, undoneEntry, computeFingerprint(undoRequest)), request: undoRequest }
}

/** Returns the write of an undo in the journal that has no plan yet. */
export async function loadPendingUndo(deps: UndoDeps, entry: JournalEntry): Promise<Write> {
  const undoneEntry = await requireUndoneEntry(deps, entry.workspaceId, JSON.parse(entry.request))
  return await createUndo(deps, undoneEntry, entry.fingerprint)
}

/** Returns the write of an undo that was planned before. Only its steps are needed. */
export function loadPlannedUndo(deps: Pick<JournalDeps, 'getWrite'>, entry: JournalEntry): Write {
  const { stepsOf } = parsePlan(entry)
  if (stepsOf === undefined)
    throw new Error(
      `The plan of the undo ${entry.id} does not contain the operation whose steps it compensates.`,
    )
  return withoutPlan(deps.getWrite(stepsOf))
}

/** Finds the entry that an undo refers to. */
export async function requireUndoneEntry(
  { store }: Pick<JournalDeps, 'store'>,
  workspaceId: string,
  body: unknown,
) {
  // The pipeline has validated the body against the operation's declaration.
  const { operationId } = body as Body<typeof undoOperationName>
  const entry = await findEntry(store.db, workspaceId, operationId)
  if (!entry) throw new ServiceError('OPERATION_NOT_FOUND', { values: { id: operationId } })
  return entry
}

async function createUndo(deps: UndoDeps, undoneEntry: JournalEntry, fingerprint: string): Promise<Write> {
  if (undoneEntry.name === undoOperationName)
    throw undoRefusedError('it is an undo itself. Resend the original request with a new Idempotency-Key.')
  // The journal writes only names of operations.
  const name = undoneEntry.name as WriteName
  const write = deps.getWrite(name)
  const doneSteps = await listDoneSteps(deps, undoneEntry)
  const campaign = `${write.platform}/campaign/${doneSteps.at(-1)?.outcome.upstreamId ?? ''}`
  return {
    ...withoutPlan(write),
    // A creation has no target. Its undo has the created campaign as target.
    target: () => undoneEntry.target ?? campaign,
    async plan(_body, context) {
      await requireUndoable(deps, undoneEntry, fingerprint)
      const plan = await planUndo(write, undoneEntry, doneSteps, context)
      const { spend } = plan
      return {
        ...plan,
        ...(spend ? { spend: { ...spend, field: 'operationId' } } : {}),
        stepsOf: name,
      }
    },
  }
}

function withoutPlan(write: Write): Write {
  const { platform, steps } = write
  return {
    operation: undoOperationName,
    platform,
    steps: new Map([...steps].map(([name, step]) => [name, withUndoField(step)])),
    // A half-done undo is worse than a late one.
    completesAfterDeadline: true,
    target: () => undefined,
    plan: async () => {
      throw new Error('A write that has begun is not planned again.')
    },
    results: (_done, body) => ({ undone: (body as Body<typeof undoOperationName>).operationId }),
  }
}

/**
 * Refusals of the steps name fields of the undone write. The caller of an undo sent only `operationId`, so
 * the field is replaced.
 */
function withUndoField(step: Step): Step {
  const rethrowRenamed = (error: unknown): never => {
    throw error instanceof ServiceError && error.details.field !== undefined
      ? new ServiceError(error.code, { ...error.details, field: 'operationId' })
      : error
  }
  return {
    ...step,
    send: (data, context) => step.send(data, context).catch(rethrowRenamed),
    validate: (data, context) => step.validate(data, context).catch(rethrowRenamed),
  }
}

async function listDoneSteps(
  { store }: Pick<JournalDeps, 'store'>,
  { id }: JournalEntry,
): Promise<DoneStep[]> {
  const rows = await listSteps(store.db, id)
  return rows
    .filter(({ state }) => state === 'DONE')
    .map((row) => ({ name: row.name, outcome: parseOutcome(row) }))
}

async function requireUndoable(
  { store, runtime, accounts }: Pick<JournalDeps, 'store' | 'runtime' | 'accounts'>,
  undoneEntry: JournalEntry,
  fingerprint: string,
): Promise<void> {
  const { workspaceId, userId, state, plan, createdAt } = undoneEntry
  if (!hasEnded(undoneEntry)) throw undoRefusedError(`it has not ended yet (${state}).`)
  if (state === 'FAILED')
    throw undoRefusedError(
      'it failed. If objects of the write remain on the platform, its response names them.',
    )
  if (plan === undefined) throw undoRefusedError('the write changed nothing.')
  if (createdAt < runtime.now() - maxUndoAgeMs) throw undoRefusedError('it is older than 14 days.')
  if (await hasSucceededEqual(store.db, workspaceId, fingerprint))
    throw undoRefusedError('it is already undone.')
  if (!(await accounts.isLinked(workspaceId, userId, parsePinnedConnection(undoneEntry))))
    throw undoRefusedError('its user is no longer linked to its ad account.')
}

async function planUndo(
  write: Write,
  undoneEntry: JournalEntry,
  doneSteps: readonly DoneStep[],
  context: PlanContext<AdConnector>,
): Promise<Plan> {
  if (!write.undo) throw undoRefusedError(`the platform cannot reverse ${write.operation}.`)
  const body = JSON.parse(undoneEntry.request)
  try {
    return await write.undo({ body, plan: parsePlan(undoneEntry), doneSteps }, context)
  } catch (error) {
    // A refusal by the platform during planning means that the state has changed since the write.
    const isRuledOut =
      error instanceof ServiceError && ['OBJECT_NOT_FOUND', 'PLATFORM_REJECTED'].includes(error.code)
    throw isRuledOut ? undoRefusedError(error.problem) : error
  }
}
