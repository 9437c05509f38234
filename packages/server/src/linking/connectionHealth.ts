// Health of a connection as API responses and events report it.

import {
  type ConnectionHealth,
  listMissingPermissions,
  type MissingPermission,
  type Platform,
} from '@adrail/contract'
import type { ConnectionWithHealth } from '../store/connections.ts'
import type { Credential } from '../store/credentials.ts'

export interface HealthReport {
  readonly health: ConnectionHealth
  readonly reason: string
  /** The user has to give consent again by this time. The field is empty when no such time is known. */
  readonly expiresAt: string
  /** Each entry names a permission that was not granted, and the operations that fail without it. */
  readonly missingPermissions: { permission: string; operations: string[] }[]
}

export function reportHealth(connection: ConnectionWithHealth): HealthReport {
  const expiresAt = getConsentExpiry(connection)
  const missing = findMissingPermissions(connection.platform, connection.scopes.split(' '))
  const isLimited = connection.health === 'active' && missing.length > 0
  return {
    health: isLimited ? 'limited' : connection.health,
    reason: isLimited ? 'permissions_missing' : connection.health_reason,
    expiresAt: expiresAt === null ? '' : new Date(expiresAt).toISOString(),
    missingPermissions: missing.map(({ permission, operations }) => ({
      permission,
      operations: [...operations],
    })),
  }
}

/** The result is empty when the platform does not report the granted permissions. */
export function findMissingPermissions(platform: Platform, granted: readonly string[]): MissingPermission[] {
  const isReported = granted.some((name) => name !== '')
  return isReported ? listMissingPermissions(platform, granted) : []
}

type CredentialExpiries = Pick<
  Credential,
  'refresh_token' | 'access_expires_at' | 'refresh_expires_at' | 'data_access_expires_at'
>

/** The credential expires at this time unless its person gives consent again. */
export function getConsentExpiry(credential: CredentialExpiries): number | null {
  // adrail refreshes an expired access token itself as long as there is a refresh token.
  const tokenExpiry =
    credential.refresh_token === '' ? credential.access_expires_at : credential.refresh_expires_at
  const expiries = [tokenExpiry, credential.data_access_expires_at].filter((expiry) => expiry !== null)
  return expiries.length === 0 ? null : Math.min(...expiries)
}
