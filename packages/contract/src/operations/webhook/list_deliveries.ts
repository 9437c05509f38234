import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { exampleEvent } from '../../events/event.ts'
import { deliveryStates, endpointId, exampleEndpointId } from './values.ts'

export const list_deliveries = declareOperation({
  source: 'store',
  pageSize: 50,
  columns: ['attemptedAt', 'type', 'state', 'status', 'problem', 'attempts', 'eventId'],
  summary: 'Lists the deliveries to an endpoint with their outcomes, newest event first, 50 per page.',
  errors: ['ENDPOINT_NOT_FOUND'],
  input: z.object({
    endpointId,
    state: z
      .enum(deliveryStates)
      .optional()
      .describe('adrail sends or resends `pending` deliveries, and no longer retries `failed` ones.'),
  }),
  results: z.object({
    deliveries: z.array(
      z.object({
        eventId: z.string(),
        type: z.string(),
        state: z.enum(deliveryStates),
        attempts: z.int().describe('Number of attempts.'),
        status: z.int().describe('HTTP status of the latest response. 0 if there was no response.'),
        problem: z
          .string()
          .describe(
            'Reason why the latest attempt failed. Empty after success and before the first attempt.',
          ),
        payload: z
          .string()
          .describe(
            'The message that adrail sends, as a JSON string. Empty if adrail no longer stores the event.',
          ),
        response: z
          .string()
          .describe(
            'First 1,000 characters of the latest response. Empty if there was no response, or if your key lacks the `admin` scope.',
          ),
        attemptedAt: z.string().describe('Time of the latest attempt. Empty before the first attempt.'),
        nextAttemptAt: z
          .string()
          .describe('Time of the next attempt. Empty if no further attempt is scheduled.'),
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
