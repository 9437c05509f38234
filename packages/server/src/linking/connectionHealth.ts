// What callers are told about the health of a connection.

import {
  type ConnectionHealth,
  type MissingPermission,
  missingPermissions,
  type Platform,
} from '@adrail/contract'
import type { ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

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
