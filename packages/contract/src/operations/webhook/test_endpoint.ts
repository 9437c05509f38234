import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { endpointId, exampleEndpointId } from './values.ts'

export const test_endpoint = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.tested' },
  surfaces: httpOnly,
  summary: 'Immediately sends one signed message of the type `endpoint.test`, and returns the outcome.',
  description:
    'Also works for disabled endpoints. adrail sends the message only once, and does not store an event or a delivery.',
  errors: ['ENDPOINT_NOT_FOUND'],
  input: z.object({ endpointId }),
  results: z.object({
    delivered: z
      .boolean()
      .describe('Whether the receiver accepted the message with a status from 200 to 299.'),
    status: z.int().describe('HTTP status of the response. 0 if there was no response.'),
    problem: z.string().describe('Reason why the delivery failed. Empty after success.'),
    eventId: z.string().describe('The `webhook-id` of the message.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId },
    results: { delivered: true, status: 204, problem: '', eventId: 'evt_06f0t6t1h2v8k3m9q4w5x7y2z1' },
  },
})
