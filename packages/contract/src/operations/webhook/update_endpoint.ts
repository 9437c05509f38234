import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import {
  endpointDescription,
  endpointEventTypes,
  endpointId,
  endpointStatus,
  endpointUrl,
  exampleEndpoint,
  exampleEndpointId,
  webhookEndpoint,
} from './values.ts'

export const update_endpoint = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.changed' },
  surfaces: httpOnly,
  summary: 'Changes where and which events are sent, or switches an endpoint on or off.',
  description:
    'What is left out stays. Switched on again it gets what was still to be sent and what happens from then on; webhook/replay sends what happened in between.',
  errors: ['ENDPOINT_NOT_FOUND', 'ENDPOINT_URL_NOT_ALLOWED'],
  input: z.object({
    endpointId,
    url: endpointUrl.optional(),
    types: endpointEventTypes.optional(),
    description: endpointDescription.optional(),
    status: endpointStatus.optional(),
  }),
  results: z.object({ endpoint: webhookEndpoint }),
  example: {
    body: { endpointId: exampleEndpointId, status: 'enabled' },
    results: { endpoint: exampleEndpoint },
  },
})
