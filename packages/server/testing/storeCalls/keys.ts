// API keys and who created them.

import * as keyCreators from '../../src/store/keyCreators.ts'
import * as keys from '../../src/store/keys.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, key, limit, workspace_id } from './rows.ts'

export const listKeyCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(keys.insertKey, db, key),
  call(keys.findKey, db, key.id),
  call(keys.findKeyByPublicId, db, key.public_id),
  call(keys.listKeys, db, undefined, { limit, after: '' }),
  call(keys.listKeys, db, workspace_id, { limit }),
  call(keys.listKeys, db, workspace_id, { limit, before: key.id }),
  call(keys.isSameKeyLine, db, key.id, 'key_2'),
  call(keys.shareKeyCounts, db, key.id, key.id),
  call(keyCreators.recordCreator, db, key.id, 'key_2'),
  call(keyCreators.wasCreatedBy, db, key.id, 'key_2'),
  call(keys.hasAdminKey, db, workspace_id, at),
  call(keys.recordKeyUse, db, key.id, at),
  call(keys.expireKey, db, key.id, at),
  call(keys.markKeyRevoked, db, key.id, at),
]
