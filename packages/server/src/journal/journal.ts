// The durable record of writes: claims a request, carries it out exactly once, remembers its answer.

import { createHash } from 'node:crypto'
import type { OperationName } from '@adrail/contract'
import { canonical } from '../base/canonical.ts'
import { ServiceError } from '../base/errors.ts'
import { inSpan } from '../base/tracing.ts'
import { runningBudgets } from '../platforms/connectors.ts'
import type { Pin } from '../platforms/kit/connected.ts'
import {
  forgetUnsentEntry,
  hasEnded,
  type JournalEntry,
  lastEndedEqual,
  stepsOf,
  takeOver,
} from '../store/journalEntries.ts'
import { releaseRaise } from '../store/raises.ts'
import { claim, fingerprintOf, forget } from './claim.ts'
import { askForAttention, end, leaveOpen, replayOf, type WriteAnswer, warningsOf } from './ending.ts'
import { Execution, NotBegun, type Work } from './execution.ts'
import { LeaseLost, leaseMs, NothingLeft } from './lease.ts'
import type { Account, JournalParts, WriteRequest } from './parts.ts'
import { persist } from './persist.ts'
import { type Plan, readPin, readPlan } from './plan.ts'
import { raises } from './spend/change.ts'
import { maySpend } from './spend/maySpend.ts'
import type { WeighedRaise } from './spend/spendGuard.ts'
import { stepOf, type Write } from './write.ts'

/** While a caller waits: some 45 seconds of looking. */
const callerPatienceMs = [0, 1000, 3000, 10_000, 30_000]
/** The runner comes back by itself. */
const runnerPatienceMs = [0]

const unreachable =
  'The ad account that this write was planned for cannot be reached any more: it was unlinked, or its user deleted. Whether the write was carried out is not known; look at the account.'

/** What is going to be done, and where. */
interface Intent {
  readonly plan: Plan
  readonly account: Account
  readonly raise?: WeighedRaise
}

export class Journal {
  readonly #parts: JournalParts
  readonly #owner: string
  readonly #stop = new AbortController()

  constructor(parts: Omit<JournalParts, 'stopping'>) {
    this.#parts = { ...parts, stopping: this.#stop.signal }
    this.#owner = parts.runtime.randomBytes(12).toString('hex')
  }

  async perform(request: WriteRequest): Promise<WriteAnswer> {
    const { dryRun, planHash, ...body } = request.body
    const write = this.#parts.writeOf(request.operation)
    if (dryRun === true) return await this.#rehearse(write, { ...request, body })
    const entry = await claim(this.#parts, this.#owner, write, { ...request, body })
    if (hasEnded(entry)) return replayOf(entry)
    request.begun?.(entry.id)
    const answer =
      entry.plan === ''
        ? await this.#begin(entry, write, await this.#plan(write, entry, planHash))
        : await this.#goOn(entry, write, callerPatienceMs)
    if (!answer) throw new ServiceError('OPERATION_PENDING', { retryAfterSeconds: 5, operationId: entry.id })
    return answer
  }

  /** For the runner: goes on with a write whose owner is gone. */
  async resume({ id }: JournalEntry): Promise<void> {
    const { store } = this.#parts
    const entry = await takeOver(store.db, store.clock, id, this.#owner, leaseMs)
    if (!entry) return
    // Nothing was intended, so nothing was sent, and whoever asked was told nothing: that is for them to decide again.
    if (entry.plan === '') return await forget(this.#parts, entry)
    await this.#goOn(entry, this.#parts.writeOf(entry.name as OperationName), runnerPatienceMs)
  }

  /** Ends all waiting: what is open is let go of, for another process to take up. */
  stop(): void {
    this.#stop.abort()
  }

  /** What would be done, checked at the platform, with nothing done and nothing remembered. */
  async #rehearse(write: Write, request: WriteRequest): Promise<WriteAnswer> {
    const { runtime, accounts } = this.#parts
    const { workspaceId } = request.caller
    const account = await accounts.connect(workspaceId, request.user?.id ?? '', write.platform)
    const planning = { connector: account.connector, runtime }
    const plan = await write.plan(request.body, planning)
    const raise = await this.#weigh(write, plan, account, {
      ...request.caller,
      userId: request.user?.id ?? '',
    })
    if (raise) await this.#parts.spendGuard.rehearse(raise)
    for (const { name, data } of plan.steps) await stepOf(write, name).rehearse(data, planning)
    const results = {
      success: true,
      error: '',
      dryRun: true,
      plan: plan.steps.map(({ name, says }) => ({ step: name, says })),
      ...(plan.spend ? { maySpend: maySpend(write.platform, plan.spend) } : {}),
      planHash: await this.#hashOf(plan, account.pin, workspaceId, fingerprintOf(request)),
      ...warningsOf(plan),
    }
    return { status: 200, results, headers: {} }
  }

  /** Nothing has been sent: whatever goes wrong here leaves no trace, and the key stays free. */
  async #plan(write: Write, entry: JournalEntry, planHash: unknown): Promise<Intent> {
    try {
      const { accounts, runtime } = this.#parts
      const account = await accounts.connect(entry.workspace_id, entry.user_id, write.platform)
      const { connector, pin } = account
      const plan = await write.plan(JSON.parse(entry.request), { connector, runtime })
      const { workspace_id, fingerprint } = entry
      if (planHash !== undefined && planHash !== (await this.#hashOf(plan, pin, workspace_id, fingerprint)))
        throw new ServiceError('PLAN_CHANGED')
      const by = { workspaceId: workspace_id, keyId: entry.key_id, userId: entry.user_id }
      const raise = await this.#weigh(write, plan, account, by)
      return { plan, account, ...(raise ? { raise } : {}) }
    } catch (error) {
      await forget(this.#parts, entry)
      throw error
    }
  }

  /** Between the plan and its first intent: what lets more be spent must be allowed to. */
  async #weigh(
    { platform }: Write,
    { spend }: Plan,
    { connector, pin }: Account,
    by: { readonly workspaceId: string; readonly keyId: string; readonly userId: string },
  ): Promise<WeighedRaise | undefined> {
    if (spend === undefined || !raises(spend)) return undefined
    const { workspaceId, keyId, userId } = by
    const wish = { workspaceId, keyId, userId, platform, accountId: pin.accountId, change: spend }
    return await this.#parts.spendGuard.weigh(wish, () => runningBudgets(platform, connector))
  }

  /** From the first intent on whatever goes wrong says nothing about the outcome, which the runner finds out. */
  async #begin(entry: JournalEntry, write: Write, intent: Intent): Promise<WriteAnswer | undefined> {
    return await this.#carryOut({ entry, write, ...intent, patienceMs: callerPatienceMs }).catch(
      async (error: unknown) => {
        const refused = async (failure: ServiceError) => {
          await this.#parts.spendRefusals.note(failure, entry, write.platform, intent.plan.spend)
          return failure
        }
        if (error instanceof NotBegun) {
          await forget(this.#parts, entry)
          throw await refused(error.refusal)
        }
        if (error instanceof NothingLeft && (await this.#forgetUnsent(entry)))
          throw await refused(error.failure)
        if (!(error instanceof LeaseLost))
          this.#parts.log.error('a write was left', error, { operationId: entry.id })
        return undefined
      },
    )
  }

  /** Whether the write is as if it had never been asked for: only then may the caller be told that it was not done. */
  async #forgetUnsent(entry: JournalEntry): Promise<boolean> {
    const forgotten = this.#parts.store.db.transaction().execute(async (transaction) => {
      await releaseRaise(transaction, entry.id)
      return await forgetUnsentEntry(transaction, entry)
    })
    return await forgotten.catch((error: unknown) => {
      this.#parts.log.info('an unsent write is left to the runner', {
        operationId: entry.id,
        note: String(error),
      })
      return false
    })
  }

  /** What was planned before, perhaps by another process: on the account that it was planned for, and on no other. */
  async #goOn(
    entry: JournalEntry,
    write: Write,
    patienceMs: readonly number[],
  ): Promise<WriteAnswer | undefined> {
    const { accounts, log } = this.#parts
    try {
      const account = await accounts.reconnect(entry.workspace_id, entry.user_id, readPin(entry))
      if (account) return await this.#carryOut({ entry, write, plan: readPlan(entry), account, patienceMs })
      await askForAttention(this.#parts, entry, unreachable)
    } catch (error) {
      if (error instanceof LeaseLost) return undefined
      // An account that must be linked anew may come back: that is nothing an operator has to look at.
      if (!(error instanceof ServiceError))
        log.error('a write could not be settled', error, { operationId: entry.id })
      await leaveOpen(this.#parts, entry, error instanceof ServiceError ? error.code : 'failed')
    }
    return undefined
  }

  /** The answer; nothing while the outcome is open. */
  async #carryOut(work: Omit<Work, 'late' | 'passed'>): Promise<WriteAnswer | undefined> {
    const { entry, account } = work
    const isNew = entry.plan === ''
    const rows = isNew ? [] : await persist(this.#parts, (db) => stepsOf(db, entry.id))
    const late = !account.isOwn || entry.deadline_at <= this.#parts.runtime.now()
    const whole = { ...work, late, passed: entry.deadline_at === 0 }
    const ids = { 'adrail.operation': entry.name, 'adrail.operation_id': entry.id }
    return await inSpan(`write ${entry.name}`, ids, async (span) => {
      const ending = await new Execution(this.#parts, whole, rows).run()
      span.setAttribute('adrail.state', ending.state)
      if (ending.state !== 'open') return await end(this.#parts, whole, ending)
      await leaveOpen(this.#parts, entry, ending.note)
      return undefined
    })
  }

  /**
   * Names exactly what a plan does, to which account, and for which request; the marker is not part of it. The equal
   * write before it is: so a plan is good for one write, and whoever wants the same again has to look at a new one.
   */
  async #hashOf(
    { steps }: Plan,
    { platform, accountId }: Pin,
    workspaceId: string,
    fingerprint: string,
  ): Promise<string> {
    const before = await lastEndedEqual(this.#parts.store.db, workspaceId, fingerprint)
    const what = canonical({ platform, accountId, fingerprint, before, steps })
    return createHash('sha256').update(what).digest('hex').slice(0, 32)
  }
}
