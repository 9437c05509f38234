// Every event under its type. From here come the types, OpenAPI's webhooks and the pages about events.

import type { z } from 'zod'
import { approvalEvents } from './approval.ts'
import { campaignEvents } from './campaign.ts'
import { connectionEvents } from './connection.ts'
import { databaseEvents } from './database.ts'
import type { EventDeclaration } from './declareEvent.ts'
import { endpointEvents } from './endpoint.ts'
import { guardEvents } from './guard.ts'
import { leadEvents } from './lead.ts'
import { linkEvents } from './link.ts'
import { operationEvents } from './operation.ts'
import { userEvents } from './user.ts'

const events = {
  ...linkEvents,
  ...connectionEvents,
  ...operationEvents,
  ...approvalEvents,
  ...guardEvents,
  ...campaignEvents,
  ...leadEvents,
  ...userEvents,
  ...endpointEvents,
  ...databaseEvents,
}

/** Such as `connection.needs_relink`. */
export type EventType = keyof typeof events
/** What an event says besides its type, time and user. */
export type EventData<Type extends EventType> = z.output<(typeof events)[Type]['data']>

// The keys of a constant object are exactly its own; the compiler only promises text.
export const eventTypes = Object.keys(events) as EventType[]

/** An event without its particular types, for code that treats all alike. */
export function eventOf(type: EventType): EventDeclaration {
  return events[type]
}
