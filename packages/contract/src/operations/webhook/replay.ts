import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { instant, recordId } from '../../values.ts'
import { endpointId, exampleEndpointId } from './values.ts'

export const replay = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.replayed' },
  surfaces: httpOnly,
  summary: 'Resends events to an endpoint: one event by id, or all events since a given time.',
  description:
    'With `since`, adrail resends failed deliveries and sends the events that the endpoint missed while it was disabled. With `includeDelivered`, adrail resends all events. Messages keep their ids. adrail does not resend events that it no longer stores or, with `since`, events of types that the endpoint does not accept.',
  errors: ['ENDPOINT_NOT_FOUND', 'EVENT_NOT_FOUND', 'ENDPOINT_DISABLED'],
  input: z.object({
    endpointId,
    eventId: recordId.optional().describe('Id of the event to resend.'),
    since: instant.optional().describe('Resends events from this time on.'),
    includeDelivered: z.boolean().default(false).describe('Whether to also resend delivered events.'),
  }),
  rules: [
    {
      description: 'Exactly one of `eventId` and `since` is required.',
      fields: ['eventId', 'since'],
      check({ eventId, since }, report) {
        if (eventId === undefined && since === undefined)
          report('eventId', 'REQUIRED', 'is required, or send since instead.')
        if (eventId !== undefined && since !== undefined)
          report('since', 'CONFLICT', 'cannot be combined with eventId.')
      },
    },
  ],
  results: z.object({
    events: z.int().describe('Number of matching events. adrail resends at most this many.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId, since: '2026-01-31T09:30:00Z' },
    results: { events: 12 },
  },
})
