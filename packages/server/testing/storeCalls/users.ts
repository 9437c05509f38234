// Users.

import * as connections from '../../src/store/connections.ts'
import type { Store } from '../../src/store/tables.ts'
import * as users from '../../src/store/users.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, user_id, workspace_id } from './rows.ts'

const user = { workspace_id, id: user_id, name: '', email: '', external_id: 'ext_1', created_at: at }
const userPosition = { createdAt: at, id: user_id }

export const listUserCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(users.insertUser, db, user),
  // The second insert finds the first user by its external id.
  call(users.insertUser, db, { ...user, id: 'usr_2' }),
  call(users.findUser, db, workspace_id, user_id),
  call(users.listUserNames, db, workspace_id, [user_id]),
  call(users.findUserByExternalId, db, workspace_id, user.external_id),
  call(connections.listUsersWithConnections, db, workspace_id, { limit }),
  call(connections.listUsersWithConnections, db, workspace_id, { limit, after: userPosition }),
  call(connections.listUsersWithConnections, db, workspace_id, { limit, before: userPosition }),
]
