// A platform may carry out a try of a creation after adrail resent it, or after adrail reported its failure.
// adrail finds the extra object by the marker of the write, within the hour, and reports it. adrail removes
// the object only while its marker proves the origin, it is paused and no one has added to it.

import { recordAudit } from '../audit/chain.ts'
import { makeEvent } from '../events/emit.ts'
import type { AdConnector } from '../platforms/connector-kit/adConnector.ts'
import { minuteMs } from '../runtime/durations.ts'
import { ServiceError } from '../runtime/errors.ts'
import { setReason } from '../store/entryMaintenance.ts'
import { findEntryInAnyWorkspace, hasEnded, type JournalEntry } from '../store/journalEntries.ts'
import { listSteps } from '../store/journalSteps.ts'
import {
  acquireLateCheck,
  deleteLateCheck,
  type LateCheck,
  listDueLateChecks,
  releaseLateCheck,
  renewLateCheck,
  updateLateCheck,
} from '../store/lateChecks.ts'
import { toWriteEventData } from './attention.ts'
import type { JournalDeps } from './journalDeps.ts'
import { acceptedAt, Lease, LeaseLost, leaseMs } from './lease.ts'
import { type PersistDeps, persist } from './persist.ts'
import { type DoneStep, parseOutcome, parsePinnedConnection, parsePlan } from './plan.ts'
import { isRefusal, LeftoverObject } from './refusal.ts'
import type { DuplicateObject, StepContext } from './step.ts'
import { getStep, type Write } from './write.ts'

/** Times of the checks, measured from the last send of the step. */
const checkDelaysMs = [2 * minuteMs, 15 * minuteMs, 55 * minuteMs]
/** Delay until the next check while the write is open, or while the platform does not respond. */
const retryMs = 2 * minuteMs
const giveUpMs = 24 * 60 * minuteMs
/** States of a step that created an object. */
const statesWithOutcome: ReadonlySet<string> = new Set(['DONE', 'COMPENSATED'])

export function firstLateCheckAt(resentAt: number): number {
  return resentAt + (checkDelaysMs[0] ?? 0)
}

/** An extra object, as the check records it. Plain JSON. */
interface SeenDuplicate {
  readonly id: string
  readonly kind: string
  /** GONE: the object was deleted after it was found, and adrail does not know by whom. */
  readonly state: 'FOUND' | 'LEFT' | 'REMOVED' | 'GONE'
}

type LateCheckDeps = PersistDeps & Pick<JournalDeps, 'accounts' | 'runtimeByPlatform'>

type LoadWrite = (entry: JournalEntry) => Promise<Write>

export async function runLateChecks(
  deps: LateCheckDeps & Pick<JournalDeps, 'stopping'>,
  loadWrite: LoadWrite,
  limit: number,
): Promise<void> {
  const { store, runtime, log, stopping } = deps
  const dueWindow = { now: runtime.now(), maxDelayMs: checkDelaysMs.at(-1) ?? 0 }
  for (const dueCheck of await listDueLateChecks(store.db, store.clock, dueWindow, limit)) {
    if (stopping.aborted) return
    const check = await acquireLateCheck(store.db, store.clock, dueCheck, leaseMs)
    if (!check) continue
    const logFields = { operationId: check.operation_id, step: check.number }
    try {
      await new LateCheckRun(deps, check).run(loadWrite)
    } catch (error) {
      if (error instanceof LeaseLost) continue
      if (error instanceof ServiceError)
        log.info('journal.late_check.failed', { ...logFields, note: error.code })
      else log.error('journal.late_check.failed', error, logFields)
      await postpone(deps, check)
    }
  }
}

async function postpone(
  { store, runtime }: Pick<JournalDeps, 'store' | 'runtime'>,
  check: LateCheck,
): Promise<void> {
  const now = runtime.now()
  if (now > check.resent_at + giveUpMs) await deleteLateCheck(store.db, check)
  else await releaseLateCheck(store.db, check, { due_at: now + retryMs })
}

class LateCheckRun {
  readonly #deps: LateCheckDeps
  readonly #check: LateCheck
  readonly #lease: Lease

  constructor(deps: LateCheckDeps, check: LateCheck) {
    this.#deps = deps
    this.#check = check
    this.#lease = new Lease(deps, (db) => renewLateCheck(db, deps.store.clock, check, leaseMs))
  }

  async run(loadWrite: LoadWrite): Promise<void> {
    const { store, accounts } = this.#deps
    const entry = await findEntryInAnyWorkspace(store.db, this.#check.operation_id)
    if (entry && !hasEnded(entry)) return await postpone(this.#deps, this.#check)
    // The plan is gone when the write was erased together with its user.
    const account =
      entry?.plan === undefined
        ? undefined
        : await accounts.reconnect(entry.workspaceId, entry.userId, parsePinnedConnection(entry))
    // adrail changes nothing in an account that the user has disconnected.
    if (!entry || !account?.isStillLinked) return void (await deleteLateCheck(store.db, this.#check))
    await this.#checkStep(entry, await loadWrite(entry), account.connector)
  }

  async #checkStep(entry: JournalEntry, write: Write, connector: AdConnector): Promise<void> {
    const { store, runtime, runtimeByPlatform } = this.#deps
    const { number, resent_at: intentCommittedAt } = this.#check
    const plan = parsePlan(entry)
    const plannedStep = plan.steps[number]
    const rows = (await listSteps(store.db, entry.id)).filter(({ state }) => statesWithOutcome.has(state))
    const outcomeByNumber = new Map(rows.map((row) => [row.number, parseOutcome(row)]))
    const hasFailed = entry.state === 'FAILED'
    const outcome = outcomeByNumber.get(number) ?? { upstreamId: '' }
    const step = plannedStep && getStep(write, plannedStep.name)
    // The parts of an object of a failed write were removed with that object.
    const isPartOfObject = plan.steps.slice(0, number).some(({ name }) => getStep(write, name).findDuplicates)
    // A person who resolves a write need not name the object. Without its id no object is known to be an
    // extra one.
    const isUnknown = hasFailed ? isPartOfObject : outcome.upstreamId === ''
    if (!plannedStep || !step?.findDuplicates || isUnknown)
      return void (await deleteLateCheck(store.db, this.#check))
    const doneSteps: DoneStep[] = rows.map((row) => ({ name: row.name, outcome: parseOutcome(row) }))
    const context: StepContext<AdConnector> = {
      connector,
      runtime: runtimeByPlatform[write.platform],
      startedAt: runtime.now(),
      marker: entry.marker,
      plannedAt: plan.plannedAt ?? acceptedAt(entry),
      intentCommittedAt,
      isResend: true,
      doneSteps,
    }
    const duplicates = await step.findDuplicates(plannedStep.data, context, outcome)
    const seenDuplicates = await this.#recordSeen(duplicates)
    const removedIds = await this.#removeDuplicates(duplicates, (duplicate) =>
      step.compensate(plannedStep.data, context, duplicate.outcome),
    )
    await this.#recordChanges(entry, write, seenDuplicates, (each) => {
      const isPresent = duplicates.some((duplicate) => duplicate.outcome.upstreamId === each.id)
      if (removedIds.has(each.id)) return 'REMOVED'
      // An owner that died before it recorded the removal may have removed the object. So may someone else.
      if (each.state === 'FOUND') return isPresent ? 'LEFT' : 'GONE'
      return each.state
    })
  }

  /**
   * Stored before anything is removed, so that an extra object is reported even when the check's owner dies.
   */
  async #recordSeen(duplicates: readonly DuplicateObject[]): Promise<readonly SeenDuplicate[]> {
    const recordedDuplicates = JSON.parse(this.#check.leftovers) as readonly SeenDuplicate[]
    const newDuplicates = duplicates
      .filter(({ outcome }) => !recordedDuplicates.some(({ id }) => id === outcome.upstreamId))
      .map(({ outcome, kind }): SeenDuplicate => ({ id: outcome.upstreamId, kind, state: 'FOUND' }))
    const allDuplicates = [...recordedDuplicates, ...newDuplicates]
    if (newDuplicates.length > 0)
      await this.#lease.renew(async (transaction) => {
        await updateLateCheck(transaction, this.#check, { leftovers: JSON.stringify(allDuplicates) })
      })
    return allDuplicates
  }

  async #removeDuplicates(
    duplicates: readonly DuplicateObject[],
    remove: (duplicate: DuplicateObject) => Promise<void>,
  ): Promise<ReadonlySet<string>> {
    const removedIds = new Set<string>()
    for (const duplicate of duplicates.filter(({ mayBeRemoved }) => mayBeRemoved)) {
      await this.#lease.renew()
      try {
        await this.#lease.guardSends(() => remove(duplicate))
        removedIds.add(duplicate.outcome.upstreamId)
      } catch (error) {
        // A removal whose outcome is unknown is resolved by the next check, which lists the objects again.
        if (error instanceof LeaseLost || !(isDefiniteRefusal(error) || this.#isLastCheck())) throw error
        const logFields = { operationId: this.#check.operation_id, upstreamId: duplicate.outcome.upstreamId }
        this.#deps.log.info('journal.late_check.not_removed', { ...logFields, note: String(error) })
      }
    }
    return removedIds
  }

  /** The report comes within the hour, whether or not the removal succeeds. */
  #isLastCheck(): boolean {
    return this.#nextCheckAt() === undefined
  }

  #nextCheckAt(): number | undefined {
    const now = this.#deps.runtime.now()
    return checkDelaysMs.map((ms) => this.#check.resent_at + ms).find((at) => at > now)
  }

  /** The audit entry, the event, the reason and the time of the next check are one transaction. */
  async #recordChanges(
    entry: JournalEntry,
    write: Write,
    seenDuplicates: readonly SeenDuplicate[],
    nextState: (each: SeenDuplicate) => SeenDuplicate['state'],
  ): Promise<void> {
    const { runtime } = this.#deps
    const now = runtime.now()
    const duplicates = seenDuplicates.map((each) => ({ ...each, state: nextState(each) }))
    const changedDuplicates = duplicates.filter(({ state }, index) => state !== seenDuplicates[index]?.state)
    const nextCheckAt = this.#nextCheckAt()
    const leftovers = JSON.stringify(duplicates)
    await persist(this.#deps, (db) =>
      db.transaction().execute(async (transaction) => {
        const isOwner = await (nextCheckAt === undefined
          ? deleteLateCheck(transaction, this.#check)
          : releaseLateCheck(transaction, this.#check, { due_at: nextCheckAt, leftovers }))
        if (!isOwner) throw new LeaseLost()
        if (changedDuplicates.length === 0) return
        await setReason(transaction, entry.id, describeDuplicates(entry, duplicates))
        const listIds = (state: SeenDuplicate['state']) =>
          changedDuplicates.filter((each) => each.state === state).map(({ id }) => id)
        const record = {
          workspaceId: entry.workspaceId,
          at: now,
          event: 'operation.late_copy_found',
          actor: 'service',
          operationId: entry.id,
          userId: entry.userId,
          subject: changedDuplicates[0]?.id ?? '',
          after: { removed: listIds('REMOVED'), left: listIds('LEFT'), gone: listIds('GONE') },
        }
        const event = makeEvent(
          runtime,
          'operation.needs_attention',
          entry.userId,
          toWriteEventData(entry, write.platform),
        )
        await recordAudit(transaction, record, [event])
      }),
    )
  }
}

function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof LeftoverObject || (error instanceof ServiceError && isRefusal(error))
}

function describeDuplicates(
  { state: entryState }: JournalEntry,
  duplicates: readonly SeenDuplicate[],
): string {
  const formatObjects = (state: SeenDuplicate['state']) =>
    duplicates
      .filter((each) => each.state === state)
      .map(({ kind, id }) => `${kind} ${id}`)
      .join(', ')
  const [removed, remaining, gone] = [formatObjects('REMOVED'), formatObjects('LEFT'), formatObjects('GONE')]
  return [
    entryState === 'FAILED'
      ? 'The creation took effect after adrail had reported that it failed.'
      : 'An earlier attempt of this creation took effect late.',
    ...(removed === '' ? [] : [`adrail removed these paused duplicates: ${removed}.`]),
    ...(gone === '' ? [] : [`Someone else deleted these duplicates: ${gone}.`]),
    ...(remaining === ''
      ? []
      : [`These duplicates remain: ${remaining}. Delete them on the platform unless you want to keep them.`]),
  ].join(' ')
}
