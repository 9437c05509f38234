// Loads the newest events. The list starts with the oldest event, so the code reads the end of the list and
// the page before it.

import type { Body, Client, Results } from '@adrail/client'

type EventQuery = Body<'event/list_events'>

export async function loadNewestEvents(
  { event }: Client,
  query: EventQuery,
  signal: AbortSignal,
): Promise<Results<'event/list_events'>> {
  const endPage = await event.list_events({ ...query, from: 'now' }, { signal })
  const pageAfterEnd = await event.list_events({ ...query, pagination: endPage.resume }, { signal })
  const { previous } = pageAfterEnd.pagination
  return previous === ''
    ? toNewestFirst(pageAfterEnd)
    : await loadEventsAt({ event }, query, previous, signal)
}

export async function loadEventsAt(
  { event }: Pick<Client, 'event'>,
  query: EventQuery,
  pagination: string,
  signal: AbortSignal,
): Promise<Results<'event/list_events'>> {
  return toNewestFirst(await event.list_events({ ...query, pagination }, { signal }))
}

function toNewestFirst(page: Results<'event/list_events'>): Results<'event/list_events'> {
  return { ...page, events: page.events.toReversed() }
}
