// What callers are told about the health of a connection.

import type { ConnectionWithHealth } from '../store/connections.ts'

export interface Health {
  /** `active`, `degraded`, `needs_reauth`, `revoked` or `needs_user_action`. */
  readonly health: string
  readonly reason: string
  /** When the user has to give consent again at the latest; empty when no such time is known. */
  readonly expiresAt: string
}

export function healthOf(connection: ConnectionWithHealth): Health {
  // While there is a refresh token, the end of an access token concerns nobody but us.
  const ends = connection.refresh_token === '' ? connection.access_expires_at : connection.refresh_expires_at
  return {
    health: connection.health,
    reason: connection.health_reason,
    expiresAt: ends === null ? '' : new Date(ends).toISOString(),
  }
}
