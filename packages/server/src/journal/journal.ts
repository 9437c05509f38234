// The durable record of writes: claims a request, carries it out exactly once, remembers its answer.

import { createHash } from 'node:crypto'
import type { OperationName } from '@adrail/contract'
import { canonical } from '../base/canonical.ts'
import { ServiceError } from '../base/errors.ts'
import type { Caller } from '../guard/authenticate.ts'
import { hasEnded, type OperationRow, stepsOf, takeOver } from '../store/journalEntries.ts'
import { findUser } from '../store/users.ts'
import { contextFor } from '../waist/context.ts'
import type { Context } from '../waist/handler.ts'
import type { Service } from '../waist/service.ts'
import { claim, forget, type WriteRequest } from './claim.ts'
import { end, leaveOpen, replayOf, type WriteAnswer, warningsOf } from './ending.ts'
import { Execution, type Work } from './execution.ts'
import { LeaseLost, leaseMs } from './lease.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'
import type { Plan, Write } from './write.ts'

/** While a caller waits: some 45 seconds of looking. */
const callerPatienceMs = [0, 1000, 3000, 10_000, 30_000]
/** The runner comes back by itself. */
const runnerPatienceMs = [0]

export class Journal {
  readonly #service: () => Service
  readonly #parts: JournalParts
  readonly #owner: string
  readonly #stop = new AbortController()

  constructor(parts: Omit<JournalParts, 'stopping'>, service: () => Service) {
    this.#parts = { ...parts, stopping: this.#stop.signal }
    this.#service = service
    this.#owner = parts.runtime.randomBytes(12).toString('hex')
  }

  async perform(request: WriteRequest): Promise<WriteAnswer> {
    const { dryRun, planHash, ...body } = request.body
    const write = this.#writeOf(request.operation)
    const ctx = contextFor(this.#service(), request)
    if (dryRun === true) return await this.#rehearse(write, body, ctx)
    const operation = await claim(this.#parts, this.#owner, write, { ...request, body })
    if (hasEnded(operation)) return replayOf(operation)
    const plan =
      operation.plan === '' ? await this.#plan(write, operation, ctx, planHash) : readPlan(operation)
    const work = { operation, write, plan, ctx, patienceMs: callerPatienceMs }
    // From the first intent on whatever goes wrong says nothing about the outcome, which the runner finds out.
    const answer = await this.#carryOut(work).catch((error: unknown) => {
      if (error instanceof LeaseLost) return undefined
      this.#parts.log.error('an operation was left', error, { operationId: operation.id })
      return undefined
    })
    if (!answer)
      throw new ServiceError('OPERATION_PENDING', { retryAfterSeconds: 5, operationId: operation.id })
    return answer
  }

  /** For the runner: goes on with an operation whose owner is gone. */
  async resume({ id }: OperationRow): Promise<void> {
    const { store, log } = this.#parts
    const operation = await takeOver(store.db, store.clock, id, this.#owner, leaseMs)
    if (!operation) return
    // Nothing was intended, so nothing was sent, and whoever asked was told nothing: that is for them to decide again.
    if (operation.plan === '') return await forget(this.#parts, operation)
    try {
      const write = this.#writeOf(operation.name as OperationName)
      const ctx = await this.#contextOf(operation)
      const plan = readPlan(operation)
      await this.#carryOut({ operation, write, plan, ctx, patienceMs: runnerPatienceMs })
    } catch (error) {
      if (error instanceof LeaseLost) return
      log.error('an operation could not be settled', error, { operationId: id })
      await leaveOpen(this.#parts, operation, 'fault')
    }
  }

  /** Ends all waiting: what is open is let go of, for another process to take up. */
  stop(): void {
    this.#stop.abort()
  }

  /** What would be done, checked at the platform, with nothing done and nothing remembered. */
  async #rehearse(
    write: Write<OperationName>,
    body: WriteRequest['body'],
    ctx: Context,
  ): Promise<WriteAnswer> {
    // The body was checked against the operation's own declaration.
    const plan = await write.plan(body as never, ctx)
    await write.rehearse?.(plan, body as never, ctx)
    const results = {
      success: true,
      error: '',
      dryRun: true,
      plan: plan.steps.map(({ name, says }) => ({ step: name, says })),
      planHash: hashOf(plan),
      ...warningsOf(plan),
    }
    return { status: 200, results, headers: {} }
  }

  /** Nothing has been sent: whatever goes wrong here leaves no trace, and the key stays free. */
  async #plan(
    write: Write<OperationName>,
    operation: OperationRow,
    ctx: Context,
    planHash: unknown,
  ): Promise<Plan> {
    try {
      const plan = await write.plan(JSON.parse(operation.request) as never, ctx)
      if (planHash !== undefined && planHash !== hashOf(plan)) throw new ServiceError('PLAN_CHANGED')
      return plan
    } catch (error) {
      await forget(this.#parts, operation)
      throw error
    }
  }

  /** The answer; nothing while the outcome is open. */
  async #carryOut(work: Omit<Work, 'late'>): Promise<WriteAnswer | undefined> {
    const { operation } = work
    const isNew = operation.plan === ''
    const rows = isNew ? [] : await persist(this.#parts, (db) => stepsOf(db, operation.id))
    const whole = { ...work, late: operation.deadline_at <= this.#parts.runtime.now() }
    const ending = await new Execution(this.#parts, whole, rows).run()
    if (ending.state !== 'open') return await end(this.#parts, whole, ending)
    await leaveOpen(this.#parts, operation, ending.note)
    return undefined
  }

  async #contextOf(operation: OperationRow): Promise<Context> {
    const { workspace_id: workspaceId, key_id: keyId, user_id: userId } = operation
    const caller: Caller = { workspaceId, keyId, scopes: new Set() }
    const user = userId === '' ? undefined : await findUser(this.#parts.store.db, workspaceId, userId)
    const name = operation.name as OperationName
    return contextFor(this.#service(), { caller, operation: name, ...(user ? { user } : {}) })
  }

  #writeOf(name: OperationName): Write<OperationName> {
    const handler = this.#service().handlers[name]
    if (typeof handler !== 'object') throw new Error(`${name} is not a write.`)
    // Bodies and results are those of the same operation; the compiler cannot follow a name it does not know.
    return handler as unknown as Write<OperationName>
  }
}

function readPlan({ plan }: OperationRow): Plan {
  return JSON.parse(plan) as Plan
}

/** Names exactly what a plan does; the marker is not part of it. */
function hashOf(plan: Plan): string {
  return createHash('sha256').update(canonical(plan.steps)).digest('hex').slice(0, 32)
}
