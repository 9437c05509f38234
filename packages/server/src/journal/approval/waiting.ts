// Writes that need approval: the request for an approval, the response to the caller, and the end without an
// approval.

import type { EventData, Platform } from '@adrail/contract'
import { recordAudit, type Surface } from '../../audit/chain.ts'
import { failureResults, ServiceError } from '../../base/errors.ts'
import { makeEvent, tell } from '../../events/tell.ts'
import {
  type Approval,
  expiredApprovals,
  findApproval,
  insertApproval,
  takeApproval,
} from '../../store/approvals.ts'
import { endEntry, findEntry, type JournalEntry, updateEntry } from '../../store/journalEntries.ts'
import type { Db } from '../../store/tables.ts'
import { inProgress } from '../claim.ts'
import type { JournalParts } from '../parts.ts'
import type { Plan } from '../plan.ts'
import type { WeighedRaise } from '../spend/spendGuard.ts'
import type { Wait } from './rules.ts'

/** Stores the write with its plan, and returns the error for its caller. */
export async function beginWaiting(
  parts: JournalParts,
  entry: JournalEntry,
  { plan, raise, wait }: { readonly plan: Plan; readonly raise: WeighedRaise; readonly wait: Wait },
  planHash: string,
): Promise<ServiceError> {
  const { store, runtime } = parts
  const now = runtime.now()
  const approval: Approval = {
    operation_id: entry.id,
    workspace_id: entry.workspace_id,
    user_id: entry.user_id,
    key_id: entry.key_id,
    name: entry.name,
    platform: raise.platform,
    kind: wait.kind,
    reason: wait.reason,
    ...shownOf(plan, raise),
    plan_hash: planHash,
    currency_code: raise.change.currencyCode,
    requested_at: now,
    expires_at: now + wait.lifeMs,
  }
  const refusal = approvalRequired(parts, approval)
  await store.db.transaction().execute(async (transaction) => {
    const waits = await updateEntry(transaction, entry, {
      state: 'AWAITING_APPROVAL',
      reason: refusal.message,
      lease_until: 0,
      updated_at: now,
    })
    if (!waits) throw inProgress(entry)
    await insertApproval(transaction, approval)
    await recordAudit(
      transaction,
      {
        workspaceId: entry.workspace_id,
        at: now,
        event: 'approval.requested',
        actor: entry.key_id,
        requestId: entry.request_id,
        surface: entry.surface as Surface,
        operationId: entry.id,
        userId: entry.user_id,
        subject: entry.id,
        after: { planHash, reason: wait.reason },
      },
      [requested(parts, approval)],
    )
  })
  return refusal
}

/** Returns the parts of the latest plan that an approver sees. */
export function shownOf({ steps }: Plan, { change: { before, after } }: WeighedRaise) {
  const isSwitchedOn = after.runs && !before.runs
  return {
    plan: JSON.stringify(steps.map(({ says }) => says)),
    from_day_micros: isSwitchedOn ? '0' : before.dayMicros,
    to_day_micros: after.dayMicros,
  }
}

export function requested({ runtime }: JournalParts, approval: Approval) {
  const data = { ...aboutWaiting(approval), planHash: approval.plan_hash }
  return makeEvent(runtime, 'approval.requested', approval.user_id, data)
}

export function aboutWaiting({ operation_id, name, platform }: Approval) {
  // Written with the platform of the write.
  return { operationId: operation_id, operation: name, platform: platform as Platform }
}

function approvalRequired({ approvalUrl }: JournalParts, approval: Approval): ServiceError {
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
export async function stillWaiting(
  parts: JournalParts,
  { workspace_id, id }: JournalEntry,
): Promise<ServiceError | undefined> {
  const approval = await findApproval(parts.store.db, workspace_id, id)
  return approval && approvalRequired(parts, approval)
}

type Unapproved = Exclude<EventData<'approval.decided'>['decision'], 'APPROVED'>

/**
 * Ends the write without an execution, in a transaction. Returns false when the approval had ended before.
 */
export async function endUnapproved(
  { store, runtime }: JournalParts,
  transaction: Db,
  approval: Approval,
  refusal: ServiceError,
): Promise<boolean> {
  const { workspace_id, operation_id, user_id } = approval
  const entry = await findEntry(transaction, workspace_id, operation_id)
  if (!entry || !(await takeApproval(transaction, approval))) return false
  const results = { ...failureResults(refusal), operationId: operation_id }
  await endEntry(transaction, store.clock, entry, {
    state: 'FAILED',
    status: refusal.status,
    results: JSON.stringify(results),
    reason: '',
    updated_at: runtime.now(),
  })
  const failed = { ...aboutWaiting(approval), code: refusal.code }
  await tell(transaction, workspace_id, [makeEvent(runtime, 'operation.failed', user_id, failed)])
  return true
}

/** For the runner: ends writes whose approval has expired, or whose user was unlinked or deleted. */
export async function endOverdue(parts: JournalParts, most: number): Promise<void> {
  const { store, runtime } = parts
  for (const approval of await expiredApprovals(store.db, runtime.now(), most)) {
    const decision: Unapproved = approval.expires_at === 0 ? 'WITHDRAWN' : 'EXPIRED'
    await store.db.transaction().execute(async (transaction) => {
      if (!(await endUnapproved(parts, transaction, approval, expired(approval)))) return
      const { workspace_id, operation_id, user_id } = approval
      const decided = { ...aboutWaiting(approval), decision }
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
        [makeEvent(runtime, 'approval.decided', user_id, decided)],
      )
    })
  }
}

function expired({ expires_at }: Approval): ServiceError {
  const problem =
    expires_at === 0
      ? 'The account was unlinked, or its user deleted, while this waited for approval.'
      : 'Nobody approved this in time.'
  return new ServiceError('APPROVAL_EXPIRED', { values: { problem } })
}
