// Writes with their steps, approvals, batches and late checks.

import * as approvals from '../../src/store/approvals.ts'
import * as batchItems from '../../src/store/batchItems.ts'
import * as databaseStates from '../../src/store/databaseState.ts'
import * as entryLists from '../../src/store/entryLists.ts'
import * as entryMaintenance from '../../src/store/entryMaintenance.ts'
import * as entryOwnership from '../../src/store/entryOwnership.ts'
import * as journalEntries from '../../src/store/journalEntries.ts'
import * as journalSteps from '../../src/store/journalSteps.ts'
import * as lateChecks from '../../src/store/lateChecks.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import {
  at,
  credential,
  entry,
  fullRange,
  key,
  limit,
  ownerColumns,
  platform,
  user_id,
  workspace_id,
} from './rows.ts'

/** Time and longest duration of a poll of the runner. */
const pollOptions = { now: at, maxDelayMs: at }
const lease = { id: entry.id, fence: 1 }
const entryPosition = { createdAt: at, id: entry.id }
const batchItem = {
  operation_id: entry.id,
  number: 0,
  platform,
  user_id,
  account_id: '1',
  campaign_id: '2',
  state: 'OPEN',
  write_id: '',
  undone_id: '',
  code: '',
  error: '',
} as const
const step = {
  entryId: entry.id,
  number: 1,
  name: '',
  state: 'INTENT' as const,
  fence: 1,
  outcome: undefined,
  note: '',
  intentAt: at,
  finishedAt: undefined,
}
const lateCheck = {
  operation_id: entry.id,
  number: 1,
  resent_at: at,
  due_at: at,
  leftovers: '[]',
  fence: 1,
  lease_until: 0,
}
const approval = {
  ...ownerColumns,
  operation_id: entry.id,
  key_id: key.id,
  name: '',
  platform,
  kind: 'RAISE',
  reason: '',
  plan: '[]',
  plan_hash: 'hash',
  currency_code: 'EUR',
  from_day_micros: '0',
  to_day_micros: '0',
  requested_at: at,
  expires_at: at,
}

export function listWriteCalls(store: Store): readonly StoreFunctionCall[] {
  const { clock, db } = store
  return [
    call(entryOwnership.insertEntry, db, clock, entry, at, databaseStates.selectEvidence(store, entry.id)),
    call(approvals.insertApproval, db, approval),
    call(approvals.findApproval, db, workspace_id, entry.id),
    call(approvals.listApprovals, db, workspace_id, { limit }),
    call(approvals.listApprovals, db, workspace_id, { limit, after: entry.id }),
    call(approvals.listApprovals, db, workspace_id, { limit, before: entry.id }),
    call(approvals.replanApproval, db, approval, {
      plan: '[]',
      plan_hash: '',
      from_day_micros: '',
      to_day_micros: '',
    }),
    call(approvals.listExpiredApprovals, db, at, limit),
    call(approvals.withdrawApprovals, db, { ...ownerColumns, platform }),
    call(approvals.consumeApproval, db, approval),
    call(journalEntries.findEntry, db, workspace_id, entry.id),
    call(journalEntries.findEntryByIdempotencyKey, db, workspace_id, 'key'),
    call(journalEntries.hasSucceededEqual, db, workspace_id, entry.fingerprint),
    call(journalEntries.findLastEndedEqualId, db, workspace_id, entry.fingerprint),
    call(journalEntries.findEqualEntry, db, clock, workspace_id, entry.fingerprint, {
      endedSince: at,
      succeededSince: at,
      keyId: key.id,
      excludedIds: ['op_other'],
    }),
    call(
      entryOwnership.acquireLease,
      db,
      clock,
      entry.id,
      'owner',
      at,
      databaseStates.selectEvidence(store, entry.id),
    ),
    call(entryOwnership.renewLease, db, clock, lease, at),
    call(entryOwnership.updateEntry, db, lease, { dueAt: at }),
    call(entryOwnership.releaseEntry, db, lease, { dueAt: at }),
    call(entryOwnership.markNeedsAttention, db, lease),
    call(entryOwnership.isEndedBy, db, lease),
    call(journalEntries.listLaterWrites, db, { workspaceId: workspace_id, endedAt: at }, entry.target),
    call(journalEntries.findOpenEntryByTarget, db, workspace_id, entry.target),
    call(journalEntries.hasOpenEqualEntry, db, entry),
    call(journalEntries.isCredentialInUse, db, credential.id),
    call(entryMaintenance.releaseAllEntries, db),
    call(journalSteps.saveStep, db, step),
    call(journalSteps.listSteps, db, entry.id),
    call(batchItems.insertItems, db, [batchItem]),
    call(batchItems.listOpenItems, db, entry.id, platform, -1),
    call(batchItems.hasOpenItems, db, entry.id),
    call(batchItems.findLastNumber, db, entry.id),
    call(batchItems.updateItem, db, batchItem, { state: 'DONE', write_id: entry.id, code: '', error: '' }),
    call(batchItems.countItems, db, entry.id),
    call(batchItems.listFailedItems, db, workspace_id, entry.id, limit),
    call(batchItems.listItemsToUndo, db, entry.id, entry.fingerprint, workspace_id, -1),
    call(batchItems.deleteItem, db, batchItem),
    call(lateChecks.insertLateCheck, db, lateCheck, lateCheck),
    call(lateChecks.listDueLateChecks, db, clock, pollOptions, limit),
    call(lateChecks.acquireLateCheck, db, clock, lateCheck, at),
    call(lateChecks.renewLateCheck, db, clock, lateCheck, at),
    call(lateChecks.updateLateCheck, db, lateCheck, { leftovers: '[]' }),
    call(lateChecks.releaseLateCheck, db, lateCheck, { due_at: at }),
    call(lateChecks.deleteLateCheck, db, lateCheck),
    call(journalEntries.listDueEntries, db, clock, pollOptions, limit),
    call(journalEntries.listDueEntries, db, clock, pollOptions, limit, ['NEEDS_ATTENTION']),
    call(entryLists.listNewestEntries, db, workspace_id, { ...fullRange, states: [] }, limit),
    call(
      entryLists.listNewestEntries,
      db,
      workspace_id,
      { ...fullRange, states: [], before: entryPosition },
      limit,
    ),
    call(
      entryLists.listNewestEntries,
      db,
      workspace_id,
      { ...fullRange, states: ['FAILED', 'PENDING'], userId: user_id, after: entryPosition },
      limit,
    ),
    call(journalEntries.findEntryInAnyWorkspace, db, entry.id),
    call(entryMaintenance.setReason, db, entry.id, ''),
    call(journalEntries.countUnendedEntries, db, 'open', limit),
    call(journalEntries.countUnendedEntries, db, 'needs_attention', limit),
    call(entryMaintenance.eraseRequests, db, workspace_id, user_id, limit),
    call(entryOwnership.deletePendingEntry, db, lease),
    call(entryOwnership.deleteUnsentEntry, db, lease),
    call(entryOwnership.endEntry, db, clock, lease, { state: 'FAILED' }),
    call(entryMaintenance.pruneEntries, db, at, limit),
  ]
}
