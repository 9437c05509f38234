// The write that undoes another write. It is built from the entry of that write: its account, its steps and
// its target.

import type { Body, WriteName } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { findEntry, hasEnded, hasSucceeded, type JournalEntry, stepsOf } from '../store/journalEntries.ts'
import { fingerprintOf } from './claim.ts'
import type { JournalParts, WriteRequest } from './parts.ts'
import { type DoneStep, type Plan, readPin, readPlan, type StepOutcome } from './plan.ts'
import { undoRefused } from './undoPlans.ts'
import { type Planning, type Step, undoing, type Write } from './write.ts'

/** Entries are stored for longer, so that an interrupted undo still finds the entry that it undoes. */
export const longestUndoMs = 14 * 24 * 60 * 60 * 1000

/** Returns the write that executes an undo, and the request with the user of the undone write. */
export async function undoFor(
  parts: JournalParts,
  request: WriteRequest,
  undone: JournalEntry,
): Promise<{ readonly write: Write; readonly request: WriteRequest }> {
  const whole = { ...request, user: { id: undone.user_id } }
  return { write: await undoOf(parts, undone, fingerprintOf(whole)), request: whole }
}

/** Returns the write of an undo in the journal that has no plan yet. */
export async function undoIn(parts: JournalParts, entry: JournalEntry): Promise<Write> {
  const undone = await requireUndone(parts, entry.workspace_id, JSON.parse(entry.request))
  return await undoOf(parts, undone, entry.fingerprint)
}

/** Returns the write of an undo that was planned before. Only its steps are needed. */
export function undoBegun(parts: JournalParts, entry: JournalEntry): Write {
  const { stepsOf } = readPlan(entry)
  if (stepsOf === undefined) throw new Error(`${entry.id} does not say whose steps it takes back.`)
  return withoutPlan(parts.writeOf(stepsOf))
}

/** Finds the entry that an undo refers to. */
export async function requireUndone({ store }: JournalParts, workspaceId: string, body: unknown) {
  // The pipeline has validated the body against the operation's declaration.
  const { operationId } = body as Body<typeof undoing>
  const found = await findEntry(store.db, workspaceId, operationId)
  if (!found) throw new ServiceError('OPERATION_NOT_FOUND')
  return found
}

async function undoOf(parts: JournalParts, undone: JournalEntry, fingerprint: string): Promise<Write> {
  if (undone.name === undoing) throw undoRefused('it took another write back itself. Send that one again.')
  // The journal writes only names of operations.
  const name = undone.name as WriteName
  const write = parts.writeOf(name)
  const done = await doneSteps(parts, undone)
  const campaign = `${write.platform}/campaign/${done.at(-1)?.outcome.upstreamId ?? ''}`
  return {
    ...withoutPlan(write),
    // A creation has no target. Its undo has the created campaign as target.
    target: () => undone.target || campaign,
    async plan(_body, planning) {
      await requireUndoable(parts, undone, fingerprint)
      const plan = await planBack(write, undone, done, planning)
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
    operation: undoing,
    platform,
    steps: new Map([...steps].map(([name, step]) => [name, blamingUndo(step)])),
    // A half-done undo is worse than a late one.
    finishesLate: true,
    target: () => '',
    plan: async () => {
      throw new Error('What was begun is not planned again.')
    },
    results: (_done, body) => ({ undone: (body as Body<typeof undoing>).operationId }),
  }
}

/**
 * Refusals of the steps name fields of the undone write. The caller of an undo sent only `operationId`, so
 * the field is replaced.
 */
function blamingUndo(step: Step): Step {
  const renamed = (error: unknown): never => {
    throw error instanceof ServiceError && error.details.field !== undefined
      ? new ServiceError(error.code, { ...error.details, field: 'operationId' })
      : error
  }
  return {
    ...step,
    send: (data, given) => step.send(data, given).catch(renamed),
    rehearse: (data, planning) => step.rehearse(data, planning).catch(renamed),
  }
}

async function doneSteps({ store }: JournalParts, { id }: JournalEntry): Promise<DoneStep[]> {
  const rows = await stepsOf(store.db, id)
  return rows
    .filter(({ state }) => state === 'DONE')
    .map(({ name, outcome }) => ({ name, outcome: JSON.parse(outcome) as StepOutcome }))
}

async function requireUndoable(
  { store, runtime, accounts }: JournalParts,
  undone: JournalEntry,
  fingerprint: string,
): Promise<void> {
  const { workspace_id, user_id, state, plan, created_at } = undone
  if (!hasEnded(undone)) throw undoRefused(`it has not ended yet (${state}).`)
  if (state === 'FAILED') throw undoRefused('it was refused. If anything of it is left, its answer says so.')
  if (plan === '') throw undoRefused('it changed nothing.')
  if (created_at < runtime.now() - longestUndoMs) throw undoRefused('it is more than 14 days old.')
  if (await hasSucceeded(store.db, workspace_id, fingerprint)) throw undoRefused('it was undone already.')
  if (!(await accounts.isLinked(workspace_id, user_id, readPin(undone))))
    throw undoRefused('its user is linked to that ad account no more.')
}

async function planBack(
  write: Write,
  undone: JournalEntry,
  done: readonly DoneStep[],
  planning: Planning<unknown>,
): Promise<Plan> {
  if (!write.undo) throw undoRefused(`the platform offers no way back from ${write.operation}.`)
  const body = JSON.parse(undone.request)
  try {
    return await write.undo({ body, plan: readPlan(undone), done }, planning)
  } catch (error) {
    // A refusal by the platform during planning means that the state has changed since the write.
    const ruledOut =
      error instanceof ServiceError && ['OBJECT_NOT_FOUND', 'PLATFORM_REJECTED'].includes(error.code)
    throw ruledOut ? undoRefused(error.message) : error
  }
}
