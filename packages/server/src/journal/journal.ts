// The durable record of writes: claims a request, carries it out exactly once, remembers its answer.

import { createHash } from 'node:crypto'
import { declarationOf, type OperationName } from '@adrail/contract'
import { contextFor } from '../context.ts'
import { ServiceError } from '../errors.ts'
import { failureResults } from '../failure.ts'
import type { Caller } from '../guard/authenticate.ts'
import type { Context } from '../handler.ts'
import { makeId } from '../runtime.ts'
import type { Service } from '../service.ts'
import {
  deleteOperation,
  findEqualOperation,
  findOperation,
  findOperationByKey,
  type Hold,
  insertOperation,
  type OperationRow,
  openStates,
  stepsOf,
  takeOver,
  updateOperation,
} from '../store/operations.ts'
import { findUser, type User } from '../store/users.ts'
import { recordAudit } from './audit.ts'
import { canonical } from './canonical.ts'
import { type Ending, Execution, LeaseLost, leaseMs } from './execution.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import type { Plan, Write } from './write.ts'

/** What the waist hands over once a write has passed its checks. */
export interface WriteRequest {
  readonly operation: OperationName
  readonly caller: Caller
  readonly user?: User
  readonly body: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly idempotencyKey?: string
}

export interface WriteAnswer {
  readonly status: number
  readonly results: Readonly<Record<string, unknown>> & { readonly success: boolean; readonly error: string }
  readonly headers: Readonly<Record<string, string>>
}

/** While a caller waits: some 45 seconds of looking. */
const callerPatienceMs = [0, 1000, 3000, 10_000, 30_000]
/** Between the runner's looks at an operation that stays open. */
const runnerPausesMs = [1000, 3000, 10_000, 30_000, 120_000]
/** Later than this nobody waits for the outcome any more: what is half done is taken back. */
const deadlineMs = 15 * 60 * 1000
const giveUpMs = 24 * 60 * 60 * 1000
const looksAtTarget = 50

export class Journal {
  readonly #service: () => Service
  readonly #parts: JournalParts
  readonly #owner: string

  constructor(parts: JournalParts, service: () => Service) {
    this.#parts = parts
    this.#service = service
    this.#owner = parts.runtime.randomBytes(12).toString('hex')
  }

  async perform(request: WriteRequest): Promise<WriteAnswer> {
    const { dryRun, planHash, ...body } = request.body
    const write = this.#writeOf(request.operation)
    if (dryRun === true) return await this.#rehearse(write, { ...request, body })
    const claimed = await this.#claim(write, { ...request, body })
    if ('answer' in claimed) return claimed.answer
    const { operation, hold } = claimed
    const ctx = contextFor(this.#service(), request)
    try {
      const plan =
        operation.plan === '' ? await this.#plan(write, operation, hold, ctx, planHash) : readPlan(operation)
      return await this.#carryOut({
        operation,
        hold,
        write,
        plan,
        ctx,
        patienceMs: callerPatienceMs,
        late: false,
      })
    } catch (error) {
      if (error instanceof LeaseLost) throw this.#pending(operation)
      throw error
    }
  }

  /** What would be done, checked at the platform, with nothing done and nothing remembered. */
  async #rehearse(write: Write<OperationName>, request: WriteRequest): Promise<WriteAnswer> {
    const ctx = contextFor(this.#service(), request)
    const plan = await write.plan(request.body as never, ctx)
    await write.rehearse?.(plan, request.body as never, ctx)
    const { warnings = [] } = plan
    const results = {
      success: true,
      error: '',
      dryRun: true,
      plan: plan.steps.map(({ name, says }) => ({ step: name, says })),
      planHash: hashOf(plan),
      ...(warnings.length === 0 ? {} : { warnings }),
    }
    return { status: 200, results, headers: {} }
  }

  /** Makes this process the owner of the request, or finds the answer that exists already. */
  async #claim(
    write: Write<OperationName>,
    request: WriteRequest,
  ): Promise<{ operation: OperationRow; hold: Hold } | { answer: WriteAnswer }> {
    const { store, runtime } = this.#parts
    const { workspaceId } = request.caller
    const fingerprint = fingerprintOf(request)
    for (let look = 0; ; look++) {
      const existing = await this.#existing(write, request, fingerprint)
      if (existing) return await this.#join(existing, request, fingerprint)
      const operation = this.#newOperation(write, request, fingerprint)
      if (await insertOperation(store.db, store.clock, operation, leaseMs)) {
        const inserted = await findOperation(store.db, workspaceId, operation.id)
        if (inserted) return { operation: inserted, hold: { id: operation.id, fence: operation.fence } }
      }
      // Another request has the key, which is found next time round, or the target, which is waited for.
      if (look >= looksAtTarget) throw new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2 })
      await runtime.pause(100)
    }
  }

  async #existing(
    write: Write<OperationName>,
    { caller, idempotencyKey }: WriteRequest,
    fingerprint: string,
  ): Promise<OperationRow | undefined> {
    const { store, runtime } = this.#parts
    if (idempotencyKey !== undefined)
      return await findOperationByKey(store.db, caller.workspaceId, idempotencyKey)
    const since = runtime.now() - (write.replayForMs ?? 0)
    const equal = await findEqualOperation(store.db, caller.workspaceId, fingerprint, since)
    if (!equal || equal.idempotency_key !== null) return undefined
    // Without a key only what still runs, or succeeded a moment ago where that is wanted, counts as the same request.
    const repeats = write.replayForMs !== undefined && equal.state === 'SUCCEEDED'
    return repeats || isOpen(equal) ? equal : undefined
  }

  async #join(
    existing: OperationRow,
    request: WriteRequest,
    fingerprint: string,
  ): Promise<{ operation: OperationRow; hold: Hold } | { answer: WriteAnswer }> {
    const { store } = this.#parts
    if (existing.fingerprint !== fingerprint) throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
    if (existing.state === 'SUCCEEDED' || existing.state === 'FAILED') return { answer: replayOf(existing) }
    if (existing.state === 'NEEDS_ATTENTION') throw this.#pending(existing)
    const fence = await takeOver(store.db, store.clock, existing.id, this.#owner, leaseMs)
    if (fence === undefined)
      throw new ServiceError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1, operationId: existing.id })
    const operation = (await findOperation(store.db, request.caller.workspaceId, existing.id)) ?? existing
    return { operation, hold: { id: existing.id, fence } }
  }

  #newOperation(write: Write<OperationName>, request: WriteRequest, fingerprint: string) {
    const { runtime } = this.#parts
    const { operation, caller, user, body, requestId, idempotencyKey } = request
    const now = runtime.now()
    return {
      id: makeId('op', runtime),
      workspace_id: caller.workspaceId,
      user_id: user?.id ?? '',
      key_id: caller.keyId,
      request_id: requestId,
      name: operation,
      idempotency_key: idempotencyKey ?? null,
      fingerprint,
      request: JSON.stringify(body),
      plan: '',
      marker: runtime.randomBytes(12).toString('hex'),
      target: write.target?.(body as never) ?? '',
      state: 'PENDING',
      owner: this.#owner,
      fence: 1,
      attempts: 0,
      next_run_at: now,
      deadline_at: now + deadlineMs,
      status: 0,
      results: '',
      created_at: now,
      updated_at: now,
    }
  }

  /** Nothing has been sent: whatever goes wrong here leaves no trace, and the key stays free. */
  async #plan(
    write: Write<OperationName>,
    operation: OperationRow,
    hold: Hold,
    ctx: Context,
    planHash: unknown,
  ): Promise<Plan> {
    try {
      const plan = await write.plan(JSON.parse(operation.request), ctx)
      if (planHash !== undefined && planHash !== hashOf(plan)) throw new ServiceError('PLAN_CHANGED')
      return plan
    } catch (error) {
      await deleteOperation(this.#parts.store.db, hold)
      throw error
    }
  }

  async #carryOut(work: ConstructorParameters<typeof Execution>[1]): Promise<WriteAnswer> {
    const rows = await stepsOf(this.#parts.store.db, work.hold.id)
    const ending = await new Execution(this.#parts, work, rows).run()
    if (ending.state === 'open') {
      await this.#leaveOpen(work, ending.note)
      throw this.#pending(work.operation)
    }
    return await this.#end(work, ending)
  }

  /** The terminal state, the answer and the audit entry are one. */
  async #end(
    { operation, hold, write, plan }: ConstructorParameters<typeof Execution>[1],
    ending: Exclude<Ending, { state: 'open' }>,
  ): Promise<WriteAnswer> {
    const { store, runtime } = this.#parts
    const succeeded = ending.state === 'succeeded'
    const answer = succeeded
      ? {
          status: 200,
          results: {
            success: true,
            error: '',
            ...write.results(ending.done, JSON.parse(operation.request), plan),
            operationId: hold.id,
            ...warningsOf(plan),
          },
        }
      : {
          status: ending.refusal.status,
          results: { ...failureResults(ending.refusal), operationId: hold.id },
        }
    const subject = succeeded ? (Object.values(ending.done).at(-1)?.upstreamId ?? '') : ''
    const declared = declarationOf(operation.name as OperationName).audit
    await persist(this.#parts, () =>
      store.db.transaction().execute(async (transaction) => {
        const ended = await updateOperation(transaction, hold, {
          state: succeeded ? 'SUCCEEDED' : 'FAILED',
          status: answer.status,
          results: JSON.stringify(answer.results),
          lease_until: 0,
          updated_at: runtime.now(),
        })
        if (!ended) throw new LeaseLost()
        await recordAudit(transaction, {
          workspaceId: operation.workspace_id,
          at: runtime.now(),
          event: 'event' in declared ? declared.event : operation.name,
          actor: operation.key_id,
          requestId: operation.request_id,
          operationId: hold.id,
          userId: operation.user_id,
          subject,
          before: plan.before,
          after: succeeded ? plan.after : { refused: ending.refusal.code },
        })
      }),
    )
    return { ...answer, headers: {} }
  }

  /** Lets go of the operation and says when somebody should look again. */
  async #leaveOpen(
    { operation, hold }: { operation: OperationRow; hold: Hold },
    note: string,
  ): Promise<void> {
    const { store, runtime, log } = this.#parts
    const pauseMs = runnerPausesMs[Math.min(operation.attempts, runnerPausesMs.length - 1)] ?? 0
    const hopeless = runtime.now() - operation.created_at > giveUpMs
    await updateOperation(store.db, hold, {
      attempts: operation.attempts + 1,
      next_run_at: runtime.now() + pauseMs,
      lease_until: 0,
      ...(hopeless ? { state: 'NEEDS_ATTENTION' } : {}),
    })
    log.info(hopeless ? 'an operation needs attention' : 'an operation stays open', {
      operationId: hold.id,
      operation: operation.name,
      note,
    })
  }

  /** For the runner: goes on with an operation whose owner is gone. */
  async resume(operation: OperationRow): Promise<void> {
    const { store, runtime, log } = this.#parts
    const fence = await takeOver(store.db, store.clock, operation.id, this.#owner, leaseMs)
    if (fence === undefined) return
    const hold = { id: operation.id, fence }
    const late = operation.deadline_at <= runtime.now()
    try {
      const user =
        operation.user_id === ''
          ? undefined
          : await findUser(store.db, operation.workspace_id, operation.user_id)
      const caller: Caller = {
        workspaceId: operation.workspace_id,
        keyId: operation.key_id,
        scopes: new Set(),
      }
      const name = operation.name as OperationName
      const write = this.#writeOf(name)
      const ctx = contextFor(this.#service(), { caller, operation: name, ...(user ? { user } : {}) })
      // Nothing was planned, so nothing was sent: too late is as good as never.
      if (operation.plan === '' && late) return await deleteOperation(store.db, hold)
      const plan =
        operation.plan === '' ? await this.#plan(write, operation, hold, ctx, undefined) : readPlan(operation)
      await this.#carryOut({ operation, hold, write, plan, ctx, patienceMs: [0], late })
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (error instanceof ServiceError) {
        log.info('an operation was not settled', { operationId: operation.id, code: error.code })
        return
      }
      log.fault('an operation could not be settled', error, { operationId: operation.id })
      await this.#leaveOpen({ operation, hold }, 'fault')
    }
  }

  #pending(operation: OperationRow): ServiceError {
    return new ServiceError('OPERATION_PENDING', { retryAfterSeconds: 5, operationId: operation.id })
  }

  #writeOf(name: OperationName): Write<OperationName> {
    const handler = this.#service().handlers[name]
    if (typeof handler !== 'object') throw new Error(`${name} is not a write.`)
    // Bodies and results are those of the same operation; the compiler cannot follow a name it does not know.
    return handler as unknown as Write<OperationName>
  }
}

function readPlan(operation: OperationRow): Plan {
  return JSON.parse(operation.plan) as Plan
}

function isOpen({ state }: OperationRow): boolean {
  return (openStates as readonly string[]).includes(state)
}

function replayOf(operation: OperationRow): WriteAnswer {
  return {
    status: operation.status,
    results: JSON.parse(operation.results) as WriteAnswer['results'],
    headers: { 'idempotency-replayed': 'true', 'original-request-id': operation.request_id },
  }
}

function warningsOf({ warnings = [] }: Plan): { warnings?: readonly string[] } {
  return warnings.length === 0 ? {} : { warnings }
}

/** The same request by the same caller for the same user has the same fingerprint. */
function fingerprintOf({ operation, user, body }: WriteRequest): string {
  return createHash('sha256')
    .update(canonical([operation, user?.id ?? '', body]))
    .digest('hex')
}

/** Names exactly what a plan does; the marker is not part of it. */
function hashOf(plan: Plan): string {
  return createHash('sha256').update(canonical(plan.steps)).digest('hex').slice(0, 32)
}
