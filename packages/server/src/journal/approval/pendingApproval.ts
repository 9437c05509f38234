// Writes that need approval: the request for an approval, the response to the caller, and the end without an
// approval.

import type { EventData } from '@adrail/contract'
import { recordAudit, type Surface } from '../../audit/chain.ts'
import { emitEvents, makeEvent } from '../../events/emit.ts'
import { ServiceError, toFailureResults } from '../../runtime/errors.ts'
import {
  type Approval,
  consumeApproval,
  findApproval,
  insertApproval,
  listExpiredApprovals,
} from '../../store/approvals.ts'
import { isApprovalWithdrawn } from '../../store/columnMeanings.ts'
import { endEntry, releaseEntry } from '../../store/entryOwnership.ts'
import { findEntry, type JournalEntry } from '../../store/journalEntries.ts'
import type { Db } from '../../store/tables.ts'
import { inProgressError } from '../claim.ts'
import type { JournalDeps } from '../journalDeps.ts'
import type { Plan } from '../plan.ts'
import type { ApprovalRequirement } from '../spend/approvalRules.ts'
import type { AssessedRaise } from '../spend/spendGuard.ts'

export type ApprovalRequestDeps = Pick<JournalDeps, 'store' | 'runtime' | 'approvalUrl'>

/** Stores the write with its plan, and returns the error for its caller. */
export async function requestApproval(
  deps: ApprovalRequestDeps,
  entry: JournalEntry,
  {
    plan,
    raise,
    requirement,
  }: { readonly plan: Plan; readonly raise: AssessedRaise; readonly requirement: ApprovalRequirement },
  planHash: string,
): Promise<ServiceError> {
  const { store, runtime } = deps
  const now = runtime.now()
  const approval: Approval = {
    operation_id: entry.id,
    workspace_id: entry.workspaceId,
    user_id: entry.userId,
    key_id: entry.keyId,
    name: entry.name,
    platform: raise.platform,
    kind: requirement.kind,
    reason: requirement.reason,
    ...toApprovalPlan(plan, raise),
    plan_hash: planHash,
    currency_code: raise.change.currencyCode,
    requested_at: now,
    expires_at: now + requirement.lifetimeMs,
  }
  const refusal = approvalRequiredError(deps, approval)
  await store.db.transaction().execute(async (transaction) => {
    const isStored = await releaseEntry(transaction, entry, {
      state: 'AWAITING_APPROVAL',
      reason: refusal.message,
      updatedAt: now,
    })
    if (!isStored) throw inProgressError(entry)
    await insertApproval(transaction, approval)
    await recordAudit(
      transaction,
      {
        workspaceId: entry.workspaceId,
        at: now,
        event: 'approval.requested',
        actor: entry.keyId,
        requestId: entry.requestId,
        surface: entry.surface as Surface,
        operationId: entry.id,
        userId: entry.userId,
        subject: entry.id,
        after: { planHash, reason: requirement.reason },
      },
      [buildRequestedEvent(deps, approval)],
    )
  })
  return refusal
}

/** Returns the parts of the latest plan that an approver sees. */
export function toApprovalPlan({ steps }: Plan, { change: { before, after } }: AssessedRaise) {
  const isSwitchedOn = after.runs && !before.runs
  return {
    plan: JSON.stringify(steps.map(({ says: description }) => description)),
    from_day_micros: isSwitchedOn ? '0' : before.dayMicros,
    to_day_micros: after.dayMicros,
  }
}

export function buildRequestedEvent({ runtime }: Pick<JournalDeps, 'runtime'>, approval: Approval) {
  const data = { ...toApprovalEventData(approval), planHash: approval.plan_hash }
  return makeEvent(runtime, 'approval.requested', approval.user_id, data)
}

export function toApprovalEventData({ operation_id, name, platform }: Approval) {
  // Written with the platform of the write.
  return { operationId: operation_id, operation: name, platform }
}

function approvalRequiredError(
  { approvalUrl }: Pick<JournalDeps, 'approvalUrl'>,
  approval: Approval,
): ServiceError {
  const { operation_id: operationId, plan_hash: planHash, reason, expires_at } = approval
  const address = approvalUrl(operationId)
  return new ServiceError('APPROVAL_REQUIRED', {
    operationId,
    approval: { planHash, approvalUrl: address },
    values: { address, until: new Date(expires_at).toISOString(), problem: reason },
  })
}

/**
 * Returns the response to a repeated request while the write needs approval. Returns undefined when the
 * approval has just ended.
 */
export async function findPendingApproval(
  deps: Pick<JournalDeps, 'store' | 'approvalUrl'>,
  { workspaceId, id }: JournalEntry,
): Promise<ServiceError | undefined> {
  const approval = await findApproval(deps.store.db, workspaceId, id)
  return approval && approvalRequiredError(deps, approval)
}

type UnapprovedDecision = Exclude<EventData<'approval.decided'>['decision'], 'APPROVED'>

/**
 * Ends the write without an execution, in a transaction. Returns false when the approval had ended before.
 */
export async function endWithoutApproval(
  { store, runtime }: Pick<JournalDeps, 'store' | 'runtime'>,
  transaction: Db,
  approval: Approval,
  refusal: ServiceError,
): Promise<boolean> {
  const { workspace_id, operation_id, user_id } = approval
  const entry = await findEntry(transaction, workspace_id, operation_id)
  if (!entry || !(await consumeApproval(transaction, approval))) return false
  const results = { ...toFailureResults(refusal), operationId: operation_id }
  await endEntry(transaction, store.clock, entry, {
    state: 'FAILED',
    response: { status: refusal.status, results: JSON.stringify(results) },
    reason: '',
    updatedAt: runtime.now(),
  })
  const failedEventData = { ...toApprovalEventData(approval), code: refusal.code }
  await emitEvents(transaction, workspace_id, [
    makeEvent(runtime, 'operation.failed', user_id, failedEventData),
  ])
  return true
}

/** For the runner: ends writes whose approval has expired, or whose user was unlinked or deleted. */
export async function endExpiredApprovals(
  deps: Pick<JournalDeps, 'store' | 'runtime'>,
  limit: number,
): Promise<void> {
  const { store, runtime } = deps
  for (const approval of await listExpiredApprovals(store.db, runtime.now(), limit)) {
    const decision: UnapprovedDecision = isApprovalWithdrawn(approval) ? 'WITHDRAWN' : 'EXPIRED'
    await store.db.transaction().execute(async (transaction) => {
      if (!(await endWithoutApproval(deps, transaction, approval, expiredError(approval)))) return
      const { workspace_id, operation_id, user_id } = approval
      const decidedEventData = { ...toApprovalEventData(approval), decision }
      await recordAudit(
        transaction,
        {
          workspaceId: workspace_id,
          at: runtime.now(),
          event: 'approval.decided',
          actor: 'service',
          operationId: operation_id,
          userId: user_id,
          subject: operation_id,
          after: { decision },
        },
        [makeEvent(runtime, 'approval.decided', user_id, decidedEventData)],
      )
    })
  }
}

function expiredError(approval: Approval): ServiceError {
  const problem = isApprovalWithdrawn(approval)
    ? 'The user was unlinked or deleted while the write was pending approval.'
    : 'No one approved this write in time.'
  return new ServiceError('APPROVAL_EXPIRED', { values: { problem } })
}
