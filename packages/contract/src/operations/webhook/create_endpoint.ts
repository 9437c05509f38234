import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import {
  endpointDescription,
  endpointEventTypes,
  endpointUrl,
  exampleEndpoint,
  exampleSigningSecret,
  signingSecret,
  webhookEndpoint,
} from './values.ts'

export const create_endpoint = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.created' },
  surfaces: httpOnly,
  summary: 'Creates an endpoint: a URL that adrail sends events to.',
  description:
    'adrail signs messages with the Standard Webhooks scheme. The secret is shown only once. A workspace can have at most 100 endpoints.',
  errors: ['ENDPOINT_URL_NOT_ALLOWED', 'ENDPOINT_LIMIT_REACHED', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({
    url: endpointUrl,
    types: endpointEventTypes.optional(),
    description: endpointDescription.optional(),
  }),
  results: z.object({ endpoint: webhookEndpoint, secret: signingSecret }),
  example: {
    body: {
      url: exampleEndpoint.url,
      types: ['connection.needs_relink'],
      description: exampleEndpoint.description,
    },
    results: { endpoint: exampleEndpoint, secret: exampleSigningSecret },
  },
})
