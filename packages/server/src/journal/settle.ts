// An operator resolves a write whose outcome adrail cannot find out. Nothing is sent to a platform.

import { declarationOf, type OperationName } from '@adrail/contract'
import type { Runtime } from '../base/runtime.ts'
import { makeEvent, type NewEvent, tell } from '../events/tell.ts'
import {
  endEntry,
  hasEnded,
  type JournalEntry,
  saveStep,
  stepsOf,
  takeOver,
  updateEntry,
} from '../store/journalEntries.ts'
import { releaseRaise } from '../store/raises.ts'
import type { Db, Store } from '../store/tables.ts'
import { aboutWrite } from './attention.ts'
import type { WriteAnswer } from './ending.ts'
import { readPin, type StepOutcome } from './plan.ts'
import { abandoned } from './refusal.ts'

export interface Said {
  readonly done: boolean
  /**
   * The results of the operation when it was done, such as the id of the created object. Empty where the
   * operation returns none.
   */
  readonly results: Readonly<Record<string, unknown>>
  /** How the operator knows the outcome. */
  readonly reason: string
  /** An API key, or `admin` for the command line. */
  readonly actor: string
}

/** The write cannot be resolved. The message is a sentence with the next step. */
export class CannotSettle extends Error {}

/** The given results do not match the results that the operation declares. */
export class WrongResults extends CannotSettle {}

/** Longer than the resolution takes. An execution that waits meanwhile finds the entry ended. */
const holdMs = 10_000
/** About five seconds in total. */
const mostLooks = 50
const pauseMs = 100

interface SettleParts {
  readonly store: Store
  readonly runtime: Runtime
  /** Writes the audit entry in the transaction that ends the write. */
  record(transaction: Db, about: ReturnType<typeof aboutSettling>): Promise<void>
}

/** Parses results that an operator typed. Returns undefined for anything but a JSON object. */
export function readResults(text: string): Record<string, unknown> | undefined {
  try {
    const results: unknown = JSON.parse(text)
    return typeof results === 'object' && results !== null && !Array.isArray(results)
      ? { ...results }
      : undefined
  } catch {
    return undefined
  }
}

export async function settleWrite(
  { store, runtime, record }: SettleParts,
  entry: JournalEntry,
  said: Said,
): Promise<WriteAnswer> {
  requireAttention(entry)
  const answer = said.done ? doneAnswer(entry, said) : notDoneAnswer(entry)
  const held = await hold({ store, runtime }, entry, said)
  if (!held) throw new CannotSettle('The service is looking for it right now; try again in a minute.')
  if (held.state !== 'NEEDS_ATTENTION') {
    await updateEntry(store.db, held, { lease_until: 0 })
    requireAttention(held)
  }
  await store.db.transaction().execute(async (transaction) => {
    const ended = await endEntry(transaction, store.clock, held, {
      state: said.done ? 'SUCCEEDED' : 'FAILED',
      status: answer.status,
      results: JSON.stringify(answer.results),
      reason: '',
      updated_at: runtime.now(),
    })
    if (!ended) throw new CannotSettle('Somebody else has settled it at this moment.')
    const upstreamId = await settleSteps(transaction, runtime.now(), held, said.done)
    await tell(transaction, held.workspace_id, [eventOf(runtime, held, said.done, upstreamId)])
    // A write that did not happen increases no spend.
    if (!said.done) await releaseRaise(transaction, held.id)
    await record(transaction, aboutSettling(held, said))
  })
  return answer
}

/** Waits for an execution that is reconciling at this moment. */
async function hold(
  { store, runtime }: Pick<SettleParts, 'store' | 'runtime'>,
  { id }: JournalEntry,
  { actor }: Said,
) {
  for (let look = 0; look < mostLooks; look++) {
    const held = await takeOver(store.db, store.clock, id, `settled by ${actor}`, holdMs)
    if (held) return held
    await runtime.pause(pauseMs)
  }
  return undefined
}

function requireAttention(entry: JournalEntry): void {
  if (entry.state === 'NEEDS_ATTENTION') return
  throw new CannotSettle(
    hasEnded(entry)
      ? `It has ended already: ${entry.state}.`
      : 'The service is still finding out by itself; only a write in state NEEDS_ATTENTION is settled by a person.',
  )
}

/** The response from now on: the declared results with the values that the operator found at the platform. */
function doneAnswer({ id, name }: JournalEntry, { results: found, reason }: Said): WriteAnswer {
  // The journal writes only names of operations.
  const declared = declarationOf(name as OperationName).results
  const warnings = [`A person said that this was done: ${reason}`]
  const checked = declared.strict().safeParse({ ...found, operationId: id, warnings })
  if (!checked.success) {
    const flaws = checked.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys.join(', ')}: nothing of that name`
        : `${issue.path.join('.')}: missing, or of another kind`,
    )
    const own = Object.keys(declared.shape).filter((member) => !['operationId', 'warnings'].includes(member))
    const answers = own.length === 0 ? 'nothing of its own' : own.join(', ')
    throw new WrongResults(`${name} answers ${answers}; say it as results (${flaws.join('; ')}).`)
  }
  const results = { success: true, error: '', ...found, operationId: id, warnings }
  return { status: 200, results, headers: {} }
}

function notDoneAnswer({ id }: JournalEntry): WriteAnswer {
  return { status: abandoned.status, results: { ...abandoned.results, operationId: id }, headers: {} }
}

/**
 * Steps with an unknown outcome get the outcome that the operator stated. Known outcomes stay. Returns the
 * last known id.
 */
async function settleSteps(
  transaction: Db,
  settled_at: number,
  { id, fence }: JournalEntry,
  done: boolean,
): Promise<string> {
  const told = done
    ? { state: 'DONE', outcome: JSON.stringify({ upstreamId: '' }) }
    : { state: 'REJECTED', outcome: '' }
  let upstreamId = ''
  for (const step of await stepsOf(transaction, id)) {
    if (step.state === 'DONE') upstreamId = (JSON.parse(step.outcome) as StepOutcome).upstreamId
    if (step.state === 'INTENT' || step.state === 'UNKNOWN')
      await saveStep(transaction, { ...step, ...told, note: 'settled by a person', fence, settled_at })
  }
  return upstreamId
}

/** The event is the same as if adrail had found the outcome. */
function eventOf(runtime: Runtime, entry: JournalEntry, done: boolean, upstreamId: string): NewEvent {
  const about = aboutWrite(entry, readPin(entry).platform)
  return done
    ? makeEvent(runtime, 'operation.succeeded', entry.user_id, { ...about, upstreamId })
    : makeEvent(runtime, 'operation.failed', entry.user_id, { ...about, code: 'OPERATION_ABANDONED' })
}

function aboutSettling({ id, user_id, reason: before }: JournalEntry, { done, reason }: Said) {
  return {
    operationId: id,
    userId: user_id,
    subject: id,
    before: { reason: before },
    after: { done, reason },
  }
}
