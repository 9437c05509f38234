// A person approves or rejects a write that needs approval. An approval starts the write in one transaction,
// which checks and reserves the spend increase, and stores the plan and the account of the write. Any process
// can then execute the write.

import type { OperationName } from '@adrail/contract'
import { recordAudit } from '../../audit/chain.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { type Approval, consumeApproval, findApproval, replanApproval } from '../../store/approvals.ts'
import { releaseEntry } from '../../store/entryOwnership.ts'
import {
  findEntry,
  findOpenEntryByTarget,
  hasOpenEqualEntry,
  type JournalEntry,
} from '../../store/journalEntries.ts'
import { wasCreatedBy } from '../../store/keyCreators.ts'
import { isSameKeyLine } from '../../store/keys.ts'
import type { Db } from '../../store/tables.ts'
import { describeLostAuthority, requireAuthority } from '../authority.ts'
import type { JournalDeps } from '../journalDeps.ts'
import { deadlineMs } from '../lease.ts'
import {
  computePlanHash,
  type PlanHashDeps,
  type PlannedWrite,
  type PlanningDeps,
  parsePlanRequest,
  planWrite,
} from '../planning.ts'
import type { Write } from '../write.ts'
import {
  buildRequestedEvent,
  endWithoutApproval,
  toApprovalEventData,
  toApprovalPlan,
} from './pendingApproval.ts'

export interface Decision {
  readonly caller: { readonly workspaceId: string; readonly keyId: string }
  readonly operationId: string
  /** The hash of the plan that the person reviewed. */
  readonly planHash: string
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly reason: string
  /** Writes the audit entry of the decision, in the transaction of the decision. */
  recordAuditEntry(
    transaction: Db,
    auditRecord: {
      readonly operationId: string
      readonly userId: string
      readonly subject: string
      readonly before: unknown
      readonly after: unknown
      readonly eventData: ReturnType<typeof toApprovalEventData> & { readonly decision: Decision['decision'] }
    },
  ): Promise<void>
}

type DecisionDeps = PlanningDeps & PlanHashDeps & Pick<JournalDeps, 'runtime'>

/** Approves or rejects the write. When the function returns, the write has started or ended. */
export async function decideWrite(
  deps: DecisionDeps,
  loadWrite: (entry: JournalEntry) => Promise<Write>,
  decision: Decision,
): Promise<void> {
  const { db } = deps.store
  const { workspaceId, keyId } = decision.caller
  const entry = await findEntry(db, workspaceId, decision.operationId)
  if (!entry) throw new ServiceError('OPERATION_NOT_FOUND', { values: { id: decision.operationId } })
  const approval = await findApproval(db, workspaceId, entry.id)
  if (!approval || approval.expires_at <= deps.runtime.now()) throw endedError(entry)
  // The requester may have rotated the key since the request, so any key of the same key line is refused.
  if (await isSameKeyLine(db, approval.key_id, keyId)) throw new ServiceError('APPROVER_IS_REQUESTER')
  if (decision.decision === 'APPROVED' && (await wasCreatedBy(db, keyId, approval.key_id)))
    throw new ServiceError('APPROVER_CREATED_BY_REQUESTER')
  if (approval.plan_hash !== decision.planHash) throw planChangedError(approval)
  if (decision.decision === 'REJECTED') await reject(deps, entry, approval, decision)
  else await approve(deps, await loadWrite(entry), entry, approval, decision)
}

async function reject(
  deps: Pick<JournalDeps, 'store' | 'runtime'>,
  entry: JournalEntry,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  const problem = formatReason(decision.reason)
  const refusal = new ServiceError('APPROVAL_REJECTED', { values: { problem } })
  await deps.store.db.transaction().execute(async (transaction) => {
    if (!(await endWithoutApproval(deps, transaction, approval, refusal))) throw endedError(entry)
    await decision.recordAuditEntry(transaction, buildDecisionAudit(approval, decision))
  })
}

async function approve(
  deps: DecisionDeps,
  write: Write,
  entry: JournalEntry,
  approval: Approval,
  decision: Decision,
): Promise<void> {
  const plannedWrite = await replan(deps, write, entry, approval, decision)
  const { runtime, store } = deps
  const { plan, account, raise } = plannedWrite
  const { pinnedConnection } = account
  const now = runtime.now()
  const approvalTransaction = store.db.transaction().execute(async (transaction) => {
    if (!(await consumeApproval(transaction, approval))) throw endedError(entry)
    if (!(await deps.accounts.lockCredential(transaction, pinnedConnection)))
      throw blockedError(new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: write.platform } }))
    if (raise) await deps.spendGuard.reserve(transaction, entry.id, raise).catch(throwBlocked)
    await requireAuthority(transaction, decision.caller, 'approval/decide', now)
    // The cast is safe, because the journal stores only names of operations.
    await requireAuthority(transaction, toRequester(approval), entry.name as OperationName, now).catch(
      throwUnauthorized,
    )
    const isStarted = await releaseEntry(transaction, entry, {
      state: 'EXECUTING',
      reason: '',
      plan: JSON.stringify(plan),
      pin: JSON.stringify(pinnedConnection),
      credentialId: pinnedConnection.credentialId,
      deadlineAt: now + deadlineMs,
      dueAt: now,
      updatedAt: now,
    })
    if (!isStarted) throw endedError(entry)
    await decision.recordAuditEntry(transaction, buildDecisionAudit(approval, decision))
  })
  await approvalTransaction.catch(async (error: unknown) => {
    // A started write needs its target exclusively, and no equal write may be open. The transaction fails if
    // another write is open.
    const isBusy = !(error instanceof ServiceError) && (await isTargetBusy(store.db, entry))
    throw isBusy ? new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2, cause: error }) : error
  })
}

async function isTargetBusy(db: Db, entry: JournalEntry): Promise<boolean> {
  const openEntry = entry.target && (await findOpenEntryByTarget(db, entry.workspaceId, entry.target))
  return Boolean(openEntry) || (await hasOpenEqualEntry(db, entry))
}

/**
 * Plans the write again. Throws when the plan has changed since the review, so that the person decides about
 * the new plan.
 */
async function replan(
  deps: DecisionDeps,
  write: Write,
  entry: JournalEntry,
  approval: Approval,
  decision: Decision,
): Promise<PlannedWrite> {
  const planRequest = parsePlanRequest(entry)
  const plannedWrite = await planWrite(deps, write, planRequest).catch(throwBlocked)
  const plan_hash = await computePlanHash(deps, planRequest, plannedWrite)
  if (plan_hash === approval.plan_hash) return plannedWrite
  const { plan, raise } = plannedWrite
  const approvalPlan = raise
    ? toApprovalPlan(plan, raise)
    : { plan: JSON.stringify(plan.steps.map(({ says: description }) => description)) }
  const changedApproval = { ...approval, ...approvalPlan, plan_hash }
  await deps.store.db.transaction().execute(async (transaction) => {
    const { from_day_micros, to_day_micros } = changedApproval
    const nextPlan = { plan: changedApproval.plan, plan_hash, from_day_micros, to_day_micros }
    if (!(await replanApproval(transaction, approval, nextPlan))) throw endedError(entry)
    await recordAudit(
      transaction,
      {
        workspaceId: entry.workspaceId,
        at: deps.runtime.now(),
        event: 'approval.replanned',
        actor: decision.caller.keyId,
        operationId: entry.id,
        userId: entry.userId,
        subject: entry.id,
        before: { planHash: approval.plan_hash },
        after: { planHash: plan_hash },
      },
      [buildRequestedEvent(deps, changedApproval)],
    )
  })
  throw planChangedError(changedApproval)
}

function buildDecisionAudit(approval: Approval, { decision, reason }: Decision) {
  const { operation_id, user_id, key_id, plan_hash } = approval
  return {
    operationId: operation_id,
    userId: user_id,
    subject: operation_id,
    before: { requestedBy: key_id, planHash: plan_hash },
    after: { decision, reason },
    eventData: { ...toApprovalEventData(approval), decision },
  }
}

function formatReason(reason: string): string {
  if (reason === '') return 'The approver gave no reason.'
  return `Reason: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

function planChangedError({ plan, plan_hash }: Approval): ServiceError {
  // The column contains the plan as a list of sentences, see `toApprovalPlan`.
  const [first = 'no changes.', ...otherSteps] = JSON.parse(plan) as string[]
  const more = otherSteps.length === 0 ? '' : ` It has ${otherSteps.length} more steps.`
  const problem = `The new plan: ${first.slice(0, 120)}${more} Review it, and decide about planHash ${plan_hash}.`
  return new ServiceError('PLAN_CHANGED', { values: { problem } })
}

function blockedError(cause: ServiceError): ServiceError {
  return new ServiceError('APPROVAL_BLOCKED', { values: { problem: cause.problem.slice(0, 240) }, cause })
}

function toRequester({ workspace_id: workspaceId, key_id: keyId }: Approval) {
  return { workspaceId, keyId }
}

function throwUnauthorized(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  const problem = `${describeLostAuthority(error)} Reject the write, and request it with a valid key.`
  throw new ServiceError('APPROVAL_BLOCKED', { values: { problem }, cause: error })
}

function throwBlocked(error: unknown): never {
  throw error instanceof ServiceError ? blockedError(error) : error
}

function endedError({ state, response }: JournalEntry): ServiceError {
  const code = response && (JSON.parse(response.results) as { code?: unknown }).code
  const problem =
    code === 'APPROVAL_REJECTED'
      ? 'it was rejected.'
      : code === 'APPROVAL_EXPIRED' || state === 'AWAITING_APPROVAL'
        ? 'the approval expired, or the user was unlinked or deleted.'
        : 'it was approved.'
  return new ServiceError('APPROVAL_ENDED', { values: { problem } })
}
