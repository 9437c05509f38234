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
  summary: 'Changes the URL or the events of an endpoint, or enables or disables the endpoint.',
  description:
    'Fields that you omit stay unchanged. After you enable an endpoint, it receives pending and future events. To send the events that the endpoint missed while it was disabled, call webhook/replay.',
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
