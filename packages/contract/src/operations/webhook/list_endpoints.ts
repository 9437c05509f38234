import { z } from 'zod'
import { declare } from '../../declare.ts'
import { endpoint, exampleEndpoint } from './values.ts'

export const list_endpoints = declare({
  reads: 'store',
  columns: ['url', 'status', 'endpointId', 'types', 'reason'],
  summary: 'Lists the addresses that events are sent to, and how they do.',
  input: z.object({}),
  results: z.object({ endpoints: z.array(endpoint) }),
  example: { body: {}, results: { endpoints: [exampleEndpoint] } },
})
