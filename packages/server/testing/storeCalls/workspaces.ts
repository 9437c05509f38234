// Workspaces and their brands.

import * as brands from '../../src/store/brands.ts'
import type { Store } from '../../src/store/tables.ts'
import * as workspaces from '../../src/store/workspaces.ts'
import { call, type StoreFunctionCall } from './call.ts'
import { at, limit, workspace_id } from './rows.ts'

export const listWorkspaceCalls = ({ db }: Store): readonly StoreFunctionCall[] => [
  call(workspaces.insertWorkspace, db, { id: workspace_id, name: '', created_at: at }),
  call(workspaces.findWorkspace, db, workspace_id),
  call(workspaces.addRatedKey, db, workspace_id),
  call(workspaces.setLeadHistoryEvents, db, workspace_id, true),
  call(workspaces.listWorkspaces, db),
  call(workspaces.listWorkspacesAfter, db, '', limit),
  call(workspaces.addRedirectUri, db, workspace_id, 'uri', at),
  call(workspaces.listRedirectUris, db, workspace_id),
  call(workspaces.removeRedirectUri, db, workspace_id, 'uri'),
  call(brands.changeBrand, db, workspace_id, { logo_hash: 'hash' }),
  call(brands.findBrand, db, workspace_id),
  call(brands.findLogo, db, 'hash'),
]
