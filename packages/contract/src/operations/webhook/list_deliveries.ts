import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { exampleEvent } from '../../events/event.ts'
import { deliveryStates, endpointId, exampleEndpointId } from './values.ts'

export const list_deliveries = declareOperation({
  source: 'store',
  pageSize: 50,
  columns: ['attemptedAt', 'type', 'state', 'status', 'problem', 'attempts', 'eventId'],
  summary: 'Lists what was sent to an endpoint and what came of it, newest event first, 50 a page.',
  errors: ['ENDPOINT_NOT_FOUND'],
  input: z.object({
    endpointId,
    state: z
      .enum(deliveryStates)
      .optional()
      .describe('`pending` is sent or will be sent again, `failed` was given up.'),
  }),
  results: z.object({
    deliveries: z.array(
      z.object({
        eventId: z.string(),
        type: z.string(),
        state: z.enum(deliveryStates),
        attempts: z.int().describe('How often it was sent.'),
        status: z.int().describe('Of the latest answer; 0 when none came.'),
        problem: z
          .string()
          .describe('Why the latest attempt did not succeed; empty when it did, or there was none.'),
        payload: z
          .string()
          .describe('The message as it is sent, as JSON text. Empty when the event is no longer kept.'),
        response: z
          .string()
          .describe(
            'First 1,000 characters of the latest response. Empty without one, and for keys without the scope `admin`.',
          ),
        attemptedAt: z.string().describe('The latest attempt; empty before the first.'),
        nextAttemptAt: z.string().describe('Empty when it is not sent any more.'),
      }),
    ),
  }),
  example: {
    body: { endpointId: exampleEndpointId },
    results: {
      deliveries: [
        {
          eventId: 'evt_06f0t6t1h2v8k3m9q4w5x7y2z1',
          type: 'connection.needs_relink',
          state: 'delivered',
          attempts: 2,
          status: 200,
          problem: '',
          payload: JSON.stringify(exampleEvent),
          response: 'ok',
          attemptedAt: '2026-01-31T09:30:05.000Z',
          nextAttemptAt: '',
        },
      ],
    },
  },
})
