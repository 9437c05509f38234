// A person says what became of a write that the service cannot find out about. Nothing is sent to a platform by that.

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
  /** What the operation answers when it was done, such as the id of what was made; empty where it answers nothing. */
  readonly results: Readonly<Record<string, unknown>>
  /** How the person knows. */
  readonly reason: string
  /** Who says it: an API key, or `admin`. */
  readonly actor: string
}

/** What keeps a write from being settled, as a sentence that says what to do. */
export class CannotSettle extends Error {}

/** The results that somebody gives are not those that the operation answers. */
export class WrongResults extends CannotSettle {}

/** Longer than what follows takes; whoever looked for it meanwhile finds it ended. */
const holdMs = 10_000
/** Some five seconds. */
const mostLooks = 50
const pauseMs = 100

interface SettleParts {
  readonly store: Store
  readonly runtime: Runtime
  /** Writes the audit entry, in the transaction of the end. */
  record(transaction: Db, about: ReturnType<typeof aboutSettling>): Promise<void>
}

/** Results as somebody wrote them down: a JSON object, or nothing when it is none. */
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
    // What did not happen lets nothing be spent.
    if (!said.done) await releaseRaise(transaction, held.id)
    await record(transaction, aboutSettling(held, said))
  })
  return answer
}

/** Whoever looks for it at this moment is waited for. */
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

/** What the caller is answered from now on: as the operation declares it, with what the person found at the platform. */
function doneAnswer({ id, name }: JournalEntry, { results: found, reason }: Said): WriteAnswer {
  // The journal writes down the names of its operations and no others.
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

/** What nobody knew of the steps is as the person says; what was known stays as it is. The last id that is known. */
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

/** Told as if the service had found it out by itself. */
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
