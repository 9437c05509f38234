import type { Event } from '@adrail/client'

export type EventType = Event['type']

/** A missing event type is a compile error. */
const knownTypes: Readonly<Record<Event['type'], true>> = {
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
// The keys of the table are exactly its declared keys.
export const eventTypes = Object.keys(knownTypes) as Event['type'][]
