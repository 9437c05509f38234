// A person decides about a write that needs approval. An approval starts the write in one transaction: the
// raise is checked and counted, the account pinned and the plan stored. Any process can then execute the
// write.

import type { OperationName } from '@adrail/contract'
import { recordAudit } from '../../audit/chain.ts'
import { ServiceError } from '../../base/errors.ts'
import { type Approval, findApproval, replanApproval, takeApproval } from '../../store/approvals.ts'
import {
  findEntry,
  findHolder,
  isOpenElsewhere,
  type JournalEntry,
  updateEntry,
} from '../../store/journalEntries.ts'
import { wasCreatedBy } from '../../store/keyCreators.ts'
import { areOfOneLine } from '../../store/keys.ts'
import type { Db } from '../../store/tables.ts'
import { lostAuthority, requireAuthority } from '../authority.ts'
import { deadlineMs } from '../lease.ts'
import type { JournalParts } from '../parts.ts'
import { askedIn, type Intent, makePlan, planHashOf } from '../planning.ts'
import type { Write } from '../write.ts'
import { aboutWaiting, endUnapproved, requested, shownOf } from './waiting.ts'

export interface Decision {
  readonly caller: { readonly workspaceId: string; readonly keyId: string }
  readonly operationId: string
  /** The hash of the plan that the person reviewed. */
  readonly planHash: string
  readonly decision: 'APPROVED' | 'REJECTED'
  readonly reason: string
  /** Writes the audit entry of the decision, in the transaction of the decision. */
  record(
    transaction: Db,
    about: {
      readonly operationId: string
      readonly userId: string
      readonly subject: string
      readonly before: unknown
      readonly after: unknown
      readonly told: ReturnType<typeof aboutWaiting> & { readonly decision: Decision['decision'] }
    },
  ): Promise<void>
}

/** Afterwards the write has started or ended. */
export async function decideWrite(
  parts: JournalParts,
  writeOf: (entry: JournalEntry) => Promise<Write>,
  given: Decision,
): Promise<void> {
  const { db } = parts.store
  const { workspaceId, keyId } = given.caller
  const entry = await findEntry(db, workspaceId, given.operationId)
  if (!entry) throw new ServiceError('OPERATION_NOT_FOUND')
  const approval = await findApproval(db, workspaceId, entry.id)
  if (!approval || approval.expires_at <= parts.runtime.now()) throw ended(entry)
  // The requester may use the successor of the key by now.
  if (await areOfOneLine(db, approval.key_id, keyId)) throw new ServiceError('APPROVER_IS_REQUESTER')
  if (given.decision === 'APPROVED' && (await wasCreatedBy(db, keyId, approval.key_id)))
    throw new ServiceError('APPROVER_CREATED_BY_REQUESTER')
  if (approval.plan_hash !== given.planHash) throw planChanged(approval)
  if (given.decision === 'REJECTED') await reject(parts, entry, approval, given)
  else await approve(parts, await writeOf(entry), entry, approval, given)
}

async function reject(
  parts: JournalParts,
  entry: JournalEntry,
  approval: Approval,
  given: Decision,
): Promise<void> {
  const problem = reasonText(given.reason)
  const refusal = new ServiceError('APPROVAL_REJECTED', { values: { problem } })
  await parts.store.db.transaction().execute(async (transaction) => {
    if (!(await endUnapproved(parts, transaction, approval, refusal))) throw ended(entry)
    await given.record(transaction, recordOf(approval, given))
  })
}

async function approve(
  parts: JournalParts,
  write: Write,
  entry: JournalEntry,
  approval: Approval,
  given: Decision,
): Promise<void> {
  const intent = await planAgain(parts, write, entry, approval, given)
  const { runtime, store } = parts
  const { plan, account, raise } = intent
  const { pin } = account
  const now = runtime.now()
  const begin = store.db.transaction().execute(async (transaction) => {
    if (!(await takeApproval(transaction, approval))) throw ended(entry)
    if (!(await parts.accounts.keep(transaction, pin)))
      throw blocked(new ServiceError('ACCOUNT_NOT_LINKED', { values: { platform: write.platform } }))
    if (raise) await parts.spendGuard.reserve(transaction, entry.id, raise).catch(throwBlocked)
    await requireAuthority(transaction, given.caller, 'approval/decide', now)
    // The journal writes only names of operations.
    await requireAuthority(transaction, requesterOf(approval), entry.name as OperationName, now).catch(
      throwUnauthorized,
    )
    const begun = await updateEntry(transaction, entry, {
      state: 'EXECUTING',
      reason: '',
      plan: JSON.stringify(plan),
      pin: JSON.stringify(pin),
      credential_id: pin.credentialId,
      deadline_at: now + deadlineMs,
      next_run_at: now,
      lease_until: 0,
      updated_at: now,
    })
    if (!begun) throw ended(entry)
    await given.record(transaction, recordOf(approval, given))
  })
  await begin.catch(async (error: unknown) => {
    // From here on the write needs its target for itself, and no equal write may be open. Another write may
    // be open at this moment.
    const busy = !(error instanceof ServiceError) && (await isHeld(store.db, entry))
    throw busy ? new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2, cause: error }) : error
  })
}

async function isHeld(db: Db, entry: JournalEntry): Promise<boolean> {
  const holder = await findHolder(db, entry.workspace_id, entry.target)
  return holder !== undefined || (await isOpenElsewhere(db, entry))
}

/**
 * Plans the write again. Throws when the plan has changed since the review, so that the person decides about
 * the new plan.
 */
async function planAgain(
  parts: JournalParts,
  write: Write,
  entry: JournalEntry,
  approval: Approval,
  given: Decision,
): Promise<Intent> {
  const asked = askedIn(entry)
  const intent = await makePlan(parts, write, asked).catch(throwBlocked)
  const plan_hash = await planHashOf(parts, asked, intent)
  if (plan_hash === approval.plan_hash) return intent
  const { plan, raise } = intent
  const shown = raise ? shownOf(plan, raise) : { plan: JSON.stringify(plan.steps.map(({ says }) => says)) }
  const changed = { ...approval, ...shown, plan_hash }
  await parts.store.db.transaction().execute(async (transaction) => {
    const { from_day_micros, to_day_micros } = changed
    const next = { plan: changed.plan, plan_hash, from_day_micros, to_day_micros }
    if (!(await replanApproval(transaction, approval, next))) throw ended(entry)
    await recordAudit(
      transaction,
      {
        workspaceId: entry.workspace_id,
        at: parts.runtime.now(),
        event: 'approval.replanned',
        actor: given.caller.keyId,
        operationId: entry.id,
        userId: entry.user_id,
        subject: entry.id,
        before: { planHash: approval.plan_hash },
        after: { planHash: plan_hash },
      },
      [requested(parts, changed)],
    )
  })
  throw planChanged(changed)
}

function recordOf(approval: Approval, { decision, reason }: Decision) {
  const { operation_id, user_id, key_id, plan_hash } = approval
  return {
    operationId: operation_id,
    userId: user_id,
    subject: operation_id,
    before: { requestedBy: key_id, planHash: plan_hash },
    after: { decision, reason },
    told: { ...aboutWaiting(approval), decision },
  }
}

function reasonText(reason: string): string {
  if (reason === '') return 'No reason was given.'
  return `The reason given: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
}

function planChanged({ plan, plan_hash }: Approval): ServiceError {
  // Stored as the sentences of the plan, see waiting.ts.
  const [first = 'Nothing.', ...others] = JSON.parse(plan) as string[]
  const more = others.length === 0 ? '' : ` And ${others.length} more steps.`
  const problem = `It would now do this: ${first.slice(0, 120)}${more} Look at it, and decide again about planHash ${plan_hash}.`
  return new ServiceError('PLAN_CHANGED', { values: { problem } })
}

function blocked(cause: ServiceError): ServiceError {
  return new ServiceError('APPROVAL_BLOCKED', { values: { problem: cause.message.slice(0, 240) }, cause })
}

function requesterOf({ workspace_id: workspaceId, key_id: keyId }: Approval) {
  return { workspaceId, keyId }
}

function throwUnauthorized(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error
  const problem = `${lostAuthority(error)} Reject it, and request it again with a valid key.`
  throw new ServiceError('APPROVAL_BLOCKED', { values: { problem }, cause: error })
}

function throwBlocked(error: unknown): never {
  throw error instanceof ServiceError ? blocked(error) : error
}

function ended({ state, results }: JournalEntry): ServiceError {
  const code = results === '' ? '' : String((JSON.parse(results) as { code?: unknown }).code ?? '')
  const problem =
    code === 'APPROVAL_REJECTED'
      ? 'it was rejected.'
      : code === 'APPROVAL_EXPIRED' || state === 'AWAITING_APPROVAL'
        ? 'its time is over, or its user was unlinked.'
        : 'it was begun.'
  return new ServiceError('APPROVAL_ENDED', { values: { problem } })
}
