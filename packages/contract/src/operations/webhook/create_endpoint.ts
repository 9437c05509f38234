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
  summary: 'Creates an endpoint: a URL to which adrail sends events from now on.',
  description:
    'Messages are signed with the Standard Webhooks scheme. adrail shows the secret only once. A workspace may have 100 endpoints.',
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
