import type { Event } from '@adrail/contract'
import type { StoredEvent } from '../store/events.ts'

/** An event as callers get it, listed or delivered. */
export function eventRecord({
  id,
  type,
  user_id,
  occurred_at,
  data,
}: Pick<StoredEvent, 'id' | 'type' | 'user_id' | 'occurred_at' | 'data'>): Event {
  return {
    eventId: id,
    type,
    timestamp: new Date(occurred_at).toISOString(),
    userId: user_id ?? '',
    // Written from the declaration's own type.
    data: JSON.parse(data) as Event['data'],
  }
}
