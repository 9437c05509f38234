import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'

const endpointId = z.string().describe('What webhook/create_endpoint answered.')
const exampleEndpointId = 'whe_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const endpointEvents = {
  'endpoint.disabled': declareEvent({
    summary: 'Nothing is sent to an endpoint any more: it took nothing for five days, or answered 410.',
    advice:
      'Mend the receiver, switch the endpoint on with webhook/update_endpoint, and have what it missed sent with webhook/replay.',
    data: z.object({
      endpointId,
      reason: z.enum(['failing', 'gone']).describe('`gone`: it answered with status 410.'),
    }),
    example: { endpointId: exampleEndpointId, reason: 'failing' },
  }),
  'endpoint.test': declareEvent({
    summary:
      'Somebody called webhook/test_endpoint. Sent to that endpoint alone; event/list_events does not tell it.',
    advice: 'Answer as to any other event, and do nothing.',
    data: z.object({ endpointId }),
    example: { endpointId: exampleEndpointId },
  }),
} as const
