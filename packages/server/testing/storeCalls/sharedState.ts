// State that processes share, and the deletion of the user of all other calls.

import * as databaseStates from '../../src/store/databaseState.ts'
import * as keyAllowances from '../../src/store/keyAllowances.ts'
import * as clocks from '../../src/store/readClock.ts'
import * as serviceSecrets from '../../src/store/serviceSecrets.ts'
import * as sharedLookups from '../../src/store/sharedLookups.ts'
import type { Store } from '../../src/store/tables.ts'
import * as users from '../../src/store/users.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, user_id, workspace_id } from './rows.ts'

const fullAllowance = { allowance: { requests: 1, countedAt: at, slices: {} } }

export function listSharedStateCalls(store: Store): readonly StoreFunctionCall[] {
  const { db } = store
  return [
    call(users.lockUser, db, workspace_id, user_id),
    call(users.deleteUser, db, workspace_id, user_id),
    // The first call inserts the allowance, and the second one changes it.
    call(keyAllowances.changeAllowance, store, 'key_1', () => fullAllowance),
    call(keyAllowances.changeAllowance, store, 'key_1', () => fullAllowance),

    call(sharedLookups.claimLookup, db, { name_hash: 'hash', asked_by: 'owner', keep_until: at }, at),
    call(sharedLookups.saveLookup, db, 'hash', 'owner', { answer: '[]', keep_until: at }),
    call(sharedLookups.findLookup, db, 'hash', at),
    call(sharedLookups.deleteLookup, db, 'hash', 'owner'),
    call(sharedLookups.pruneLookups, db, at, limit),
    call(sharedLookups.limitLookups, db, limit, limit),

    call(clocks.readClock, store),

    call(serviceSecrets.findServiceSecret, db, 'marker'),
    call(serviceSecrets.insertServiceSecret, db, 'marker', 'old.1'),
    call(databaseStates.loadDatabaseState, store, 'op_none'),
    call(databaseStates.adoptTimeline, store),
    call(databaseStates.recordLoss, store, 'failover'),
    call(databaseStates.recordLossReport, db, at, workspace_id),
    call(databaseStates.findMissingWrites, db, ['op_none']),
  ]
}
