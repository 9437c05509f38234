// Sessions of the console.

import * as consoleSessions from '../../src/store/consoleSessions.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, key, limit, workspace_id } from './rows.ts'

const liveSessionBounds = { consoleSeenAfter: at, consoleStartedAfter: at, approveStartedAfter: at, now: at }
const session = {
  id_hash: 'session',
  key_id: key.id,
  created_at: at,
  seen_at: at,
  workspace_id,
  page: 'console' as const,
  address: '',
  proved_at: 0,
}

export const listConsoleSessionCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(consoleSessions.insertSession, db, session),
  call(consoleSessions.findSession, db, session.id_hash),
  call(consoleSessions.recordSessionUse, db, session, at),
  call(consoleSessions.recordSessionProof, db, session.id_hash, at),
  call(consoleSessions.listSessions, db, workspace_id, liveSessionBounds, { limit }),
  call(consoleSessions.listSessions, db, workspace_id, liveSessionBounds, { limit, before: 'x' }),
  call(consoleSessions.pruneSessions, db, at, limit),
  call(consoleSessions.revokeSession, db, workspace_id, 'a'),
  call(consoleSessions.deleteSession, db, session.id_hash),
]
