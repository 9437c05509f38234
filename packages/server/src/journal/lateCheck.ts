// A platform may carry out a try of a creation after adrail resent it, or after adrail reported its failure.
// adrail finds the extra object by the marker of the write, within the hour, and reports it. adrail removes
// the object only while its marker proves the origin, it is paused and no one has added to it.

import { recordAudit } from '../audit/chain.ts'
import { ServiceError } from '../base/errors.ts'
import { makeEvent } from '../events/tell.ts'
import {
  findEntryAnywhere,
  hasEnded,
  type JournalEntry,
  noteReason,
  stepsOf,
} from '../store/journalEntries.ts'
import {
  deleteLateCheck,
  dueLateChecks,
  holdLateCheck,
  type LateCheck,
  renewLateCheck,
  updateLateCheck,
} from '../store/lateChecks.ts'
import { aboutWrite } from './attention.ts'
import { begunAt, Lease, LeaseLost, leaseMs } from './lease.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import { type DoneStep, readPin, readPlan, type StepOutcome } from './plan.ts'
import { isRefusal, LeftBehind } from './refusal.ts'
import { type Leftover, type Stepping, stepOf, type Write } from './write.ts'

const minuteMs = 60_000
/** Times of the checks, measured from the last send of the step. */
const checksMs = [2 * minuteMs, 15 * minuteMs, 55 * minuteMs]
/** Delay until the next check while the write is open, or while the platform does not respond. */
const retryMs = 2 * minuteMs
const giveUpMs = 24 * 60 * minuteMs
/** States of a step that created an object. */
const hasOutcome: ReadonlySet<string> = new Set(['DONE', 'COMPENSATED'])

export function firstLateCheck(resentAt: number): number {
  return resentAt + (checksMs[0] ?? 0)
}

/** An extra object, as the check records it. Plain JSON. */
interface Seen {
  readonly id: string
  readonly kind: string
  /** GONE: the object was deleted after it was found, and adrail does not know by whom. */
  readonly state: 'FOUND' | 'LEFT' | 'REMOVED' | 'GONE'
}

type WriteOf = (entry: JournalEntry) => Promise<Write>

export async function checkLate(parts: JournalParts, writeOf: WriteOf, most: number): Promise<void> {
  const { store, runtime, log, stopping } = parts
  const turn = { now: runtime.now(), longestMs: checksMs.at(-1) ?? 0 }
  for (const due of await dueLateChecks(store.db, store.clock, turn, most)) {
    if (stopping.aborted) return
    const check = await holdLateCheck(store.db, store.clock, due, leaseMs)
    if (!check) continue
    const about = { operationId: check.operation_id, step: check.number }
    try {
      await new LateRun(parts, check).run(writeOf)
    } catch (error) {
      if (error instanceof LeaseLost) continue
      if (error instanceof ServiceError) log.info('journal.late_check.failed', { ...about, note: error.code })
      else log.error('journal.late_check.failed', error, about)
      await postpone(parts, check)
    }
  }
}

async function postpone({ store, runtime }: JournalParts, check: LateCheck): Promise<void> {
  const now = runtime.now()
  if (now > check.resent_at + giveUpMs) await deleteLateCheck(store.db, check)
  else await updateLateCheck(store.db, check, { due_at: now + retryMs, lease_until: 0 })
}

class LateRun {
  readonly #parts: JournalParts
  readonly #check: LateCheck
  readonly #lease: Lease

  constructor(parts: JournalParts, check: LateCheck) {
    this.#parts = parts
    this.#check = check
    this.#lease = new Lease(parts, (db) => renewLateCheck(db, parts.store.clock, check, leaseMs))
  }

  async run(writeOf: WriteOf): Promise<void> {
    const { store, accounts } = this.#parts
    const entry = await findEntryAnywhere(store.db, this.#check.operation_id)
    if (entry && !hasEnded(entry)) return await postpone(this.#parts, this.#check)
    // The plan is empty when the write was erased together with its user.
    const account =
      !entry || entry.plan === ''
        ? undefined
        : await accounts.reconnect(entry.workspace_id, entry.user_id, readPin(entry))
    // adrail changes nothing in an account that the user has disconnected.
    if (!entry || !account?.isOwn) return void (await deleteLateCheck(store.db, this.#check))
    await this.#look(entry, await writeOf(entry), account.connector)
  }

  async #look(entry: JournalEntry, write: Write, connector: unknown): Promise<void> {
    const { store, runtime, runtimeAt } = this.#parts
    const { number, resent_at: sentAt } = this.#check
    const plan = readPlan(entry)
    const planned = plan.steps[number]
    const rows = (await stepsOf(store.db, entry.id)).filter(({ state }) => hasOutcome.has(state))
    const outcomes = new Map(rows.map((row) => [row.number, JSON.parse(row.outcome) as StepOutcome]))
    const hasFailed = entry.state === 'FAILED'
    const outcome = outcomes.get(number) ?? { upstreamId: '' }
    const step = planned && stepOf(write, planned.name)
    // The parts of an object of a failed write were removed with that object.
    const isWithin = plan.steps.slice(0, number).some(({ name }) => stepOf(write, name).leftovers)
    // A person who resolves a write need not name the object. Without its id no object is known to be an
    // extra one.
    const isUnknown = hasFailed ? isWithin : outcome.upstreamId === ''
    if (!planned || !step?.leftovers || isUnknown) return void (await deleteLateCheck(store.db, this.#check))
    const done: DoneStep[] = rows.map((row) => ({
      name: row.name,
      outcome: JSON.parse(row.outcome) as StepOutcome,
    }))
    const stepping: Stepping<unknown> = {
      connector,
      runtime: runtimeAt[write.platform],
      startedAt: runtime.now(),
      marker: entry.marker,
      plannedAt: plan.plannedAt ?? begunAt(entry),
      sentAt,
      isRepeated: true,
      done,
    }
    const present = await step.leftovers(planned.data, stepping, outcome)
    const seen = await this.#remember(present)
    const removed = await this.#remove(present, (leftover) =>
      step.takeBack(planned.data, stepping, leftover.outcome),
    )
    await this.#record(entry, write, seen, (each) => {
      const isPresent = present.some((leftover) => leftover.outcome.upstreamId === each.id)
      if (removed.has(each.id)) return 'REMOVED'
      // An owner that died before it recorded the removal may have removed the object. So may someone else.
      if (each.state === 'FOUND') return isPresent ? 'LEFT' : 'GONE'
      return each.state
    })
  }

  /**
   * Stored before anything is removed, so that an extra object is reported even when the check's owner dies.
   */
  async #remember(present: readonly Leftover[]): Promise<readonly Seen[]> {
    const earlier = JSON.parse(this.#check.leftovers) as readonly Seen[]
    const added = present
      .filter(({ outcome }) => !earlier.some(({ id }) => id === outcome.upstreamId))
      .map(({ outcome, kind }): Seen => ({ id: outcome.upstreamId, kind, state: 'FOUND' }))
    const all = [...earlier, ...added]
    if (added.length > 0)
      await this.#lease.renew(async (transaction) => {
        await updateLateCheck(transaction, this.#check, { leftovers: JSON.stringify(all) })
      })
    return all
  }

  async #remove(
    present: readonly Leftover[],
    remove: (leftover: Leftover) => Promise<void>,
  ): Promise<ReadonlySet<string>> {
    const removed = new Set<string>()
    for (const leftover of present.filter(({ mayBeRemoved }) => mayBeRemoved)) {
      await this.#lease.renew()
      try {
        await this.#lease.within(() => remove(leftover))
        removed.add(leftover.outcome.upstreamId)
      } catch (error) {
        // A removal whose outcome is unknown is resolved by the next check, which lists the objects again.
        if (error instanceof LeaseLost || !(isDefinite(error) || this.#isLast())) throw error
        const about = { operationId: this.#check.operation_id, upstreamId: leftover.outcome.upstreamId }
        this.#parts.log.info('journal.late_check.not_removed', { ...about, note: String(error) })
      }
    }
    return removed
  }

  /** The report comes within the hour, whether or not the removal succeeds. */
  #isLast(): boolean {
    return this.#nextAt() === undefined
  }

  #nextAt(): number | undefined {
    const now = this.#parts.runtime.now()
    return checksMs.map((ms) => this.#check.resent_at + ms).find((at) => at > now)
  }

  /** The audit entry, the event, the reason and the time of the next check are one transaction. */
  async #record(
    entry: JournalEntry,
    write: Write,
    seen: readonly Seen[],
    stateOf: (each: Seen) => Seen['state'],
  ): Promise<void> {
    const { runtime } = this.#parts
    const now = runtime.now()
    const all = seen.map((each) => ({ ...each, state: stateOf(each) }))
    const changed = all.filter(({ state }, index) => state !== seen[index]?.state)
    const next = this.#nextAt()
    const leftovers = JSON.stringify(all)
    await persist(this.#parts, (db) =>
      db.transaction().execute(async (transaction) => {
        const isHeld = await (next === undefined
          ? deleteLateCheck(transaction, this.#check)
          : updateLateCheck(transaction, this.#check, { due_at: next, leftovers, lease_until: 0 }))
        if (!isHeld) throw new LeaseLost()
        if (changed.length === 0) return
        await noteReason(transaction, entry.id, reasonFor(entry, all))
        const idsIn = (state: Seen['state']) =>
          changed.filter((each) => each.state === state).map(({ id }) => id)
        const record = {
          workspaceId: entry.workspace_id,
          at: now,
          event: 'operation.late_copy_found',
          actor: 'service',
          operationId: entry.id,
          userId: entry.user_id,
          subject: changed[0]?.id ?? '',
          after: { removed: idsIn('REMOVED'), left: idsIn('LEFT'), gone: idsIn('GONE') },
        }
        const event = makeEvent(
          runtime,
          'operation.needs_attention',
          entry.user_id,
          aboutWrite(entry, write.platform),
        )
        await recordAudit(transaction, record, [event])
      }),
    )
  }
}

function isDefinite(error: unknown): boolean {
  return error instanceof LeftBehind || (error instanceof ServiceError && isRefusal(error))
}

function reasonFor({ state: ended }: JournalEntry, all: readonly Seen[]): string {
  const listed = (state: Seen['state']) =>
    all
      .filter((each) => each.state === state)
      .map(({ kind, id }) => `${kind} ${id}`)
      .join(', ')
  const [removed, left, gone] = [listed('REMOVED'), listed('LEFT'), listed('GONE')]
  return [
    ended === 'FAILED'
      ? 'The platform carried out this creation after adrail had reported its failure.'
      : 'The platform carried out an earlier try of this creation late.',
    ...(removed === '' ? [] : [`Extra and paused, removed by adrail: ${removed}.`]),
    ...(gone === '' ? [] : [`Extra and deleted since: ${gone}.`]),
    ...(left === '' ? [] : [`Extra and still there: ${left}. Delete it at the platform unless you want it.`]),
  ].join(' ')
}
