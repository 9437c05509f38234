// Health of a connection as API responses and events report it.

import {
  type ConnectionHealth,
  listMissingPermissions,
  type MissingPermission,
  type Platform,
} from '@adrail/contract'
import type { ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

export interface Health {
  readonly health: ConnectionHealth
  readonly reason: string
  /** The user has to give consent again by this time. The field is empty when no such time is known. */
  readonly expiresAt: string
  /** Each entry names a permission that was not granted, and the operations that fail without it. */
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

/** The result is empty when the platform does not report the granted permissions. */
export function missingFor(platform: string, granted: readonly string[]): MissingPermission[] {
  const isTold = granted.some((name) => name !== '')
  // Rows contain only names of platforms.
  return isTold ? listMissingPermissions(platform as Platform, granted) : []
}

type Ends = Pick<
  Credential,
  'refresh_token' | 'access_expires_at' | 'refresh_expires_at' | 'data_access_expires_at'
>

/** The credential expires at this time unless its person gives consent again. */
export function endOf(credential: Ends): number | null {
  // adrail refreshes an expired access token itself as long as there is a refresh token.
  const tokensEnd =
    credential.refresh_token === '' ? credential.access_expires_at : credential.refresh_expires_at
  const ends = [tokensEnd, credential.data_access_expires_at].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}
