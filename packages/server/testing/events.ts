// What a workspace was told, read as its callers read it.

import type { Event } from '@adrail/contract'
import type { TestService } from './service.ts'

/** Every event after a cursor, page by page, and the cursor to go on from later. */
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

/** Where the list ends now. */
export async function readEventCursor(service: TestService): Promise<string> {
  return (await service.call('event/list_events', { from: 'now' })).results.resume
}

/** What was told since then, without what is new at each run. */
export async function listEventDataSince(service: TestService, cursor: string) {
  const { events } = await listEventsSince(service, cursor)
  return events.map(({ type, userId, data }) => ({ type, userId, ...data }))
}
