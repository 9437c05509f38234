import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { exampleEndpoint, webhookEndpoint } from './values.ts'

export const list_endpoints = declareOperation({
  source: 'store',
  columns: ['url', 'status', 'endpointId', 'types', 'reason'],
  summary: 'Lists the webhook endpoints with their states.',
  input: z.object({}),
  results: z.object({ endpoints: z.array(webhookEndpoint) }),
  example: { body: {}, results: { endpoints: [exampleEndpoint] } },
})
