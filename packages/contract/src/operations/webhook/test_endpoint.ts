import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { endpointId, exampleEndpointId } from './values.ts'

export const test_endpoint = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.tested' },
  surfaces: httpOnly,
  summary:
    'Sends one message of the type `endpoint.test` now, signed like all others, and tells what came of it.',
  description:
    'Disabled endpoints are tested too. It is sent once and leaves neither an event nor a delivery.',
  errors: ['ENDPOINT_NOT_FOUND'],
  input: z.object({ endpointId }),
  results: z.object({
    delivered: z.boolean().describe('Whether it was taken: answered with a status from 200 to 299.'),
    status: z.int().describe('Of the answer; 0 when none came.'),
    problem: z.string().describe('Why it was not taken; empty when it was.'),
    eventId: z.string().describe('The `webhook-id` that it was sent with.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId },
    results: { delivered: true, status: 204, problem: '', eventId: 'evt_06f0t6t1h2v8k3m9q4w5x7y2z1' },
  },
})
