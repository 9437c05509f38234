import type { Event } from '@adrail/contract'
import type { StoredEvent } from '../store/events.ts'

/** Returns an event as callers receive it, in lists and in deliveries. */
export function toEvent({
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
    // Written with the type of the event's declaration.
    data: JSON.parse(data) as Event['data'],
  }
}
