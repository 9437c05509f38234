// Reads the events of a workspace as a caller does.

import type { Event } from '@adrail/contract'
import type { TestService } from './service.ts'

/** Reads all events after a cursor. Returns them and the cursor for a later call. */
export async function listEventsSince(
  service: TestService,
  cursor = '',
  { apiKey = service.apiKey } = {},
): Promise<{ events: Event[]; resume: string }> {
  const events: Event[] = []
  for (let pagination = cursor; ; ) {
    const { status, text, results } = await service.call('event/list_events', { pagination }, { apiKey })
    if (status !== 200) throw new Error(text)
    events.push(...results.events)
    if (results.pagination.next === '') return { events, resume: results.resume }
    pagination = results.pagination.next
  }
}

/** Returns the cursor at the current end of the list. */
export async function readEventCursor(service: TestService): Promise<string> {
  return (await service.call('event/list_events', { from: 'now' })).results.resume
}

/** Returns the type, user and data of all events after the cursor, without ids and times. */
export async function listEventDataSince(service: TestService, cursor: string) {
  const { events } = await listEventsSince(service, cursor)
  return events.map(({ type, userId, data }) => ({ type, userId, ...data }))
}
