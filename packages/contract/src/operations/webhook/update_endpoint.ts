import { z } from 'zod'
import { declare } from '../../declare.ts'
import {
  endpoint,
  endpointDescription,
  endpointId,
  endpointStatuses,
  endpointTypes,
  endpointUrl,
  exampleEndpoint,
  exampleEndpointId,
} from './values.ts'

export const update_endpoint = declare({
  changes: { scope: 'admin', event: 'endpoint.changed' },
  summary: 'Changes where and which events are sent, or switches an endpoint on or off.',
  description:
    'Members that are left out stay as they are. An endpoint that is switched on again gets what was still to be sent and what happens from then on; what happened in between is sent by webhook/replay.',
  errors: ['ENDPOINT_NOT_FOUND', 'ENDPOINT_URL_NOT_ALLOWED'],
  input: z.object({
    endpointId,
    url: endpointUrl.optional(),
    types: endpointTypes.optional(),
    description: endpointDescription.optional(),
    status: z.enum(endpointStatuses).optional(),
  }),
  results: z.object({ endpoint }),
  example: {
    body: { endpointId: exampleEndpointId, status: 'enabled' },
    results: { endpoint: exampleEndpoint },
  },
})
