// Links.

import * as links from '../../src/store/links.ts'
import type { Store } from '../../src/store/tables.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, ownerColumns, platform, user_id, workspace_id } from './rows.ts'

const link = {
  ...ownerColumns,
  id: 'lnk_1',
  platform,
  token_hash: 'token',
  redirect_uri: '',
  caller_state: '',
  status: 'created',
  error_code: '',
  browser_hash: '',
  state_hash: 'state',
  pkce_verifier: '',
  draft: '',
  created_at: at,
  expires_at: at,
}

export const listLinkCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(links.insertLink, db, link),
  call(links.findLink, db, workspace_id, link.id),
  call(links.findLinkByTokenHash, db, link.token_hash),
  call(links.findLinkByStateHash, db, link.state_hash),
  call(links.listOpenLinks, db, workspace_id, user_id, at),
  call(links.updateLink, db, link.id, ['created'], { status: 'started' }),
  call(links.consumeOauthState, db, link.id, link.state_hash),
  call(links.pruneLinks, db, at, limit),
]
