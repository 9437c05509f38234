// All event declarations by type. The types, the OpenAPI webhooks and the documents about events derive from
// them.

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

/** An event type, such as `connection.needs_relink`. */
export type EventType = keyof typeof events
/** The `data` of an event type. */
export type EventData<Type extends EventType> = z.output<(typeof events)[Type]['data']>

// The keys of a constant object are exactly its own keys. The compiler infers only `string`.
export const eventTypes = Object.keys(events) as EventType[]

/**
 * Returns the declaration of an event type without its exact types, for code that treats all events alike.
 */
export function eventDeclarationOf(type: EventType): EventDeclaration {
  return events[type]
}
