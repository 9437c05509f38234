import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { endpointId, exampleEndpointId } from './values.ts'

export const delete_endpoint = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.deleted', removes: true },
  surfaces: httpOnly,
  summary: 'Deletes an endpoint with its secrets and deliveries. adrail stops sending events to the URL.',
  errors: ['ENDPOINT_NOT_FOUND'],
  input: z.object({ endpointId }),
  results: z.object({}),
  example: { body: { endpointId: exampleEndpointId }, results: {} },
})
