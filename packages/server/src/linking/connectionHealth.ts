// What callers are told about the health of a connection, and how a change of it is recorded.

import {
  type ConnectionHealth,
  type MissingPermission,
  missingPermissions,
  type Platform,
} from '@adrail/contract'
import { recordAudit } from '../audit/chain.ts'
import type { Runtime } from '../base/runtime.ts'
import type { ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'
import type { Db } from '../store/tables.ts'

export interface Health {
  readonly health: ConnectionHealth
  readonly reason: string
  /** When the user has to give consent again at the latest; empty when no such time is known. */
  readonly expiresAt: string
  /** What was not granted, and what does not work for that. */
  readonly missingPermissions: { permission: string; operations: string[] }[]
}

export function healthOf(connection: ConnectionWithHealth): Health {
  const ends = endOf(connection)
  const missing = missingFor(connection.platform, connection.scopes.split(' '))
  const isLimited = connection.health === 'active' && missing.length > 0
  return {
    health: isLimited ? 'limited' : connection.health,
    reason: isLimited ? 'permissions_missing' : connection.health_reason,
    expiresAt: ends === null ? '' : new Date(ends).toISOString(),
    missingPermissions: missing.map(({ permission, operations }) => ({
      permission,
      operations: [...operations],
    })),
  }
}

/** The permissions that a consent did without, as far as the platform told what it granted. */
export function missingFor(platform: string, granted: readonly string[]): MissingPermission[] {
  const isTold = granted.some((name) => name !== '')
  // Rows are written with the names of platforms and no others.
  return isTold ? missingPermissions(platform as Platform, granted) : []
}

type Ends = Pick<
  Credential,
  'refresh_token' | 'access_expires_at' | 'refresh_expires_at' | 'data_access_expires_at'
>

/** When a credential ends unless its person gives consent again. */
export function endOf(credential: Ends): number | null {
  // While there is a refresh token, the end of an access token concerns nobody but us.
  const tokensEnd =
    credential.refresh_token === '' ? credential.access_expires_at : credential.refresh_expires_at
  const ends = [tokensEnd, credential.data_access_expires_at].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

/** Nobody asked for it: it happened at the platform, or by the passing of time. */
export async function recordHealth(
  transaction: Db,
  runtime: Runtime,
  { id, workspace_id }: Pick<Credential, 'id' | 'workspace_id'>,
  after: { readonly health: ConnectionHealth; readonly reason: string },
): Promise<void> {
  await recordAudit(transaction, {
    workspaceId: workspace_id,
    at: runtime.now(),
    event: after.health === 'active' ? 'credential.healed' : 'credential.flagged',
    actor: 'service',
    subject: id,
    after,
  })
}
