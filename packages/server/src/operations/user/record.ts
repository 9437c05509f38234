import type { UserRecord } from '@adrail/contract'
import type { User } from '../../store/users.ts'

/** A user as callers see it. */
export function userRecord(user: User): UserRecord {
  return {
    userId: user.id,
    name: user.name,
    email: user.email,
    externalId: user.external_id,
    createdAt: new Date(user.created_at).toISOString(),
    connections: [],
  }
}
