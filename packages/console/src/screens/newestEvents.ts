// Loads the newest events. The list starts with the oldest event, so the code reads the end of the list and
// the page before it.

import type { Body, Client, Results } from '@adrail/client'

type Asked = Body<'event/list_events'>

export async function newestEvents(
  { event }: Client,
  asked: Asked,
  signal: AbortSignal,
): Promise<Results<'event/list_events'>> {
  const end = await event.list_events({ ...asked, from: 'now' }, { signal })
  const after = await event.list_events({ ...asked, pagination: end.resume }, { signal })
  const { previous } = after.pagination
  return previous === '' ? newestFirst(after) : await eventsAt({ event }, asked, previous, signal)
}

export async function eventsAt(
  { event }: Pick<Client, 'event'>,
  asked: Asked,
  pagination: string,
  signal: AbortSignal,
): Promise<Results<'event/list_events'>> {
  return newestFirst(await event.list_events({ ...asked, pagination }, { signal }))
}

function newestFirst(page: Results<'event/list_events'>): Results<'event/list_events'> {
  return { ...page, events: page.events.toReversed() }
}
