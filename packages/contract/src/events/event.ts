// An event as callers receive it, in event/list_events and in webhook messages alike.

import { z } from 'zod'
import { unlinkedUser } from '../operations/demo.ts'
import { type EventType, eventDeclarationOf, eventTypes } from './index.ts'

export const event = z.object({
  eventId: z.string().describe('Id of the event. The same in every delivery and list.'),
  type: z.enum(eventTypes),
  timestamp: z.string().describe('Time of the event, such as `2026-01-31T09:30:00.000Z`.'),
  userId: z.string().describe('Id of the user. Empty if the event does not concern a user.'),
  data: z
    .record(z.string(), z.unknown())
    .describe('Ids and codes that apply to the event. The fields depend on the type.'),
})

export type Event = z.infer<typeof event>

/** Builds the example event that the documents show for a type. */
export function buildExampleEvent(type: EventType): Event {
  return {
    eventId: 'evt_06f0t6t1h2v8k3m9q4w5x7y2z1',
    type,
    timestamp: '2026-01-31T09:30:00.000Z',
    userId: unlinkedUser,
    data: eventDeclarationOf(type).example,
  }
}

export const exampleEvent = buildExampleEvent('connection.needs_relink')
