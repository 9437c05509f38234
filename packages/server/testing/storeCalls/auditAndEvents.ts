// Deletions, erasures, the audit log, changes and events.

import * as auditEntries from '../../src/store/auditEntries.ts'
import * as changes from '../../src/store/changes.ts'
import * as deletions from '../../src/store/deletions.ts'
import * as erasures from '../../src/store/erasures.ts'
import * as events from '../../src/store/events.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, ownerColumns, platform, user_id, workspace_id } from './rows.ts'

const auditEntry = {
  ...ownerColumns,
  number: 1,
  at,
  event: '',
  actor: '',
  request_id: '',
  surface: 'http',
  operation_id: '',
  subject: '',
  before: '',
  after: '',
  hash: '',
}
const event = {
  ...ownerColumns,
  seq: 1,
  id: 'evt_1',
  type: 'user.deleted',
  occurred_at: at,
  data: '{}',
} as const
const erasure = { ...ownerColumns, deleted_at: at }
const deletion = { code: 'code', platform, upstream_user_id: 'person', requested_at: at, done_at: null }

export const listAuditAndEventCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(deletions.insertDeletion, db, deletion),
  call(deletions.findDeletion, db, deletion.code),
  call(deletions.listOpenDeletions, db, limit),
  call(deletions.endDeletion, db, deletion.code, at),

  call(erasures.insertErasure, db, erasure),
  call(erasures.listErasuresAfter, db, { workspace_id: '', user_id: '' }, limit),
  call(erasures.endErasure, db, erasure),

  call(auditEntries.lockAuditHead, db, workspace_id),
  call(auditEntries.appendAuditEntry, db, auditEntry),
  call(auditEntries.listAuditEntriesAfter, db, workspace_id, 0, limit),
  call(auditEntries.listAuditEntriesBetween, db, workspace_id, { after: 0, order: 'desc', limit }),
  call(auditEntries.listAuditEntriesBetween, db, workspace_id, {
    after: 0,
    before: 10,
    order: 'desc',
    limit,
  }),
  call(auditEntries.findAuditHead, db, workspace_id),
  call(auditEntries.listAuditedWorkspaces, db),

  call(changes.findLastChangeId, db),
  call(changes.listChangesAfter, db, 0, limit),
  call(changes.listChangesByIds, db, [1, 2]),
  call(changes.pruneChanges, db, 1, limit),

  call(events.reserveEventNumbers, db, workspace_id, 1),
  call(events.insertEvents, db, [event]),
  call(events.findLastEventSeq, db, workspace_id),
  call(events.findLastPrunedSeq, db, workspace_id),
  call(events.listEventsBetween, db, workspace_id, { after: 0, upTo: at, order: 'asc', limit }),
  call(events.listEventsBetween, db, workspace_id, {
    after: 0,
    upTo: at,
    order: 'desc',
    limit,
    userId: user_id,
  }),
  call(events.listEventWorkspacesAfter, db, '', limit),
  call(events.pruneEvents, db, workspace_id, at + 1, limit),
]
