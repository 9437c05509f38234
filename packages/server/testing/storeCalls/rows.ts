// Values and rows that the calls of several files share.

import type { Platform } from '@adrail/contract'
import { freshCredential } from '../credentialRow.ts'

export const workspace_id = 'ws_1'
export const user_id = 'usr_1'
export const ownerColumns = { workspace_id, user_id }
export const platform: Platform = 'social'
export const at = 1000
export const key = {
  id: 'key_1',
  workspace_id,
  name: '',
  public_id: 'public',
  secret_hash: '',
  scopes: '',
  created_at: at,
  expires_at: null,
  line: '',
  counted_with: '',
}
export const credential = {
  ...freshCredential,
  id: 'crd_1',
  workspace_id,
  platform,
  upstream_user_id: 'person',
  scopes: '',
  access_token: '',
  refresh_token: '',
  issued_at: at,
  access_expires_at: null,
  refresh_expires_at: null,
  data_access_expires_at: null,
} as const
export const entry = {
  id: 'op_1',
  workspaceId: workspace_id,
  userId: user_id,
  keyId: key.id,
  requestId: '',
  surface: 'http',
  name: '',
  idempotencyKey: undefined,
  fingerprint: 'fingerprint',
  request: '{"a":1}',
  marker: 'marker',
  target: 'target',
  owner: '',
  deadlineAt: at,
  createdAt: at,
}
export const limit = 10
export const fullRange = { since: 0, until: at }
export const entryCursor = { created_at: at, id: entry.id }
