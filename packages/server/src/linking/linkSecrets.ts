// Protection of a link's secrets in the database: hashes of browser secrets, and cells of encrypted columns.

import { createHash } from 'node:crypto'
import type { Link } from '../store/links.ts'
import type { SecretCell } from './vault.ts'

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function linkCell(
  { workspace_id, id }: Pick<Link, 'workspace_id' | 'id'>,
  column: 'caller_state' | 'pkce_verifier' | 'draft',
): SecretCell {
  return { workspaceId: workspace_id, table: 'links', id, column }
}
