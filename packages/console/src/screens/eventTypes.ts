import type { Event } from '@adrail/client'

export type EventType = Event['type']

/** Every type there is: one that is missing here does not compile. */
const known: Readonly<Record<Event['type'], true>> = {
  'link.completed': true,
  'link.failed': true,
  'connection.needs_relink': true,
  'connection.healed': true,
  'connection.expires_soon': true,
  'operation.succeeded': true,
  'operation.failed': true,
  'operation.needs_attention': true,
  'approval.requested': true,
  'approval.decided': true,
  'guard.refused': true,
  'campaign.status_changed': true,
  'lead.received': true,
  'lead.withdrawn': true,
  'user.deleted': true,
  'endpoint.disabled': true,
  'endpoint.test': true,
  'database.writes_lost': true,
}
// The members of the table above are what it was declared with.
export const eventTypes = Object.keys(known) as Event['type'][]
