import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { instant, recordId } from '../../values.ts'
import { endpointId, exampleEndpointId } from './values.ts'

export const replay = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.replayed' },
  surfaces: httpOnly,
  summary: 'Sends events to an endpoint again: one by its id, or all since a time.',
  description:
    'By time, what was given up and what happened while the endpoint was disabled is sent; with `includeDelivered` everything. Messages keep their ids. Events that are not kept any more, or by time of types that the endpoint does not take, are not sent.',
  errors: ['ENDPOINT_NOT_FOUND', 'EVENT_NOT_FOUND', 'ENDPOINT_DISABLED'],
  input: z.object({
    endpointId,
    eventId: recordId.optional().describe('The event to send again.'),
    since: instant.optional().describe('Events from this time on.'),
    includeDelivered: z.boolean().default(false).describe('Whether what was delivered is sent again, too.'),
  }),
  rules: [
    {
      description: 'Exactly one of `eventId` and `since` is required.',
      fields: ['eventId', 'since'],
      check({ eventId, since }, report) {
        if (eventId === undefined && since === undefined)
          report('eventId', 'REQUIRED', 'is required, or since instead of it.')
        if (eventId !== undefined && since !== undefined)
          report('since', 'CONFLICT', 'must not be given together with eventId.')
      },
    },
  ],
  results: z.object({
    events: z.int().describe('How many events are gone through; at most so many are sent again.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId, since: '2026-01-31T09:30:00Z' },
    results: { events: 12 },
  },
})
