// Credentials and connections.

import * as connections from '../../src/store/connections.ts'
import * as credentials from '../../src/store/credentials.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import {
  at,
  credential,
  entryCursor,
  fullRange,
  limit,
  ownerColumns,
  platform,
  user_id,
  workspace_id,
} from './rows.ts'

const connection = {
  ...ownerColumns,
  platform,
  id: 'con_1',
  credential_id: credential.id,
  selection: '{}',
  page_token: '',
  created_at: at,
  updated_at: at,
}

export const listConnectionCalls = ({ clock, db }: Store): readonly StoreFunctionCall[] => [
  call(credentials.insertCredential, db, credential),
  call(credentials.findCredential, db, credential.id),
  call(credentials.findCredentialOfPerson, db, workspace_id, platform, credential.upstream_user_id),
  call(credentials.renewCredential, db, credential.id, { email: '' }),
  call(credentials.updateCredential, db, credential, { email: '' }),
  call(credentials.recordExpiryNotice, db, credential, at, at),
  call(credentials.leaseCredential, db, clock, credential.id, 'owner', at),
  call(credentials.releaseCredentialLease, db, credential.id, 'owner'),
  call(credentials.listDueCredentials, db, platform, at, limit),
  call(
    credentials.countCredentials,
    db,
    [
      { platform, health: 'active' },
      { platform, health: 'revoked' },
    ],
    limit,
  ),
  call(credentials.wakeCredentials, db, platform, at, limit),
  call(credentials.postponeCredential, db, { id: credential.id, look_at: 0 }, at),
  call(credentials.countCredentialsOfPerson, db, platform, credential.upstream_user_id),
  call(credentials.listCredentialsOfPerson, db, platform, credential.upstream_user_id, at),
  call(credentials.markCredentialsRevoked, db, platform, credential.upstream_user_id, at),

  call(connections.replaceConnection, db, connection),
  call(connections.changeSelection, db, connection, '{}'),
  call(connections.findConnection, db, workspace_id, user_id, platform),
  call(connections.listUserConnections, db, workspace_id, [user_id, 'usr_2']),
  call(connections.listNewestConnections, db, workspace_id, fullRange, limit),
  call(connections.listNewestConnections, db, workspace_id, { ...fullRange, after: entryCursor }, limit),
  call(
    connections.listLinkedAccounts,
    db,
    workspace_id,
    { userIds: [user_id], platforms: [platform] },
    { user_id: '', platform },
    limit,
  ),
  call(connections.findConnectionById, db, workspace_id, connection.id),
  call(connections.listConnectionsOfCredential, db, credential.id),
  call(connections.findLinkedPerson, db, workspace_id, user_id, platform),
  call(connections.deleteConnectionsOfCredential, db, 'crd_none'),
  call(connections.deleteConnection, db, workspace_id, user_id, platform),
  call(connections.deleteConnectionsOfUser, db, workspace_id, user_id),
  call(credentials.retainCredential, db, credential.id),
  call(credentials.listOrphanedCredentials, db, limit),
  call(credentials.releaseAllCredentialLeases, db),
  call(credentials.discardCredential, db, credential.id, at),
]
