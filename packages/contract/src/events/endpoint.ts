import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'

const endpointId = z.string().describe('Id of the endpoint, as returned by webhook/create_endpoint.')
const exampleEndpointId = 'whe_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const endpointEvents = {
  'endpoint.disabled': declareEvent({
    summary: 'adrail disabled an endpoint because it accepted no events for five days or returned 410.',
    advice:
      'Fix the receiver, enable the endpoint with webhook/update_endpoint, and resend the missed events with webhook/replay.',
    data: z.object({
      endpointId,
      reason: z
        .enum(['failing', 'gone'])
        .describe(
          '`failing`: the endpoint accepted no events for five days. `gone`: the endpoint returned status 410.',
        ),
    }),
    example: { endpointId: exampleEndpointId, reason: 'failing' },
  }),
  'endpoint.test': declareEvent({
    summary:
      'Someone called webhook/test_endpoint. adrail sends this event only to that endpoint, and event/list_events does not list it.',
    advice: 'Respond in the same way as to any other event. No other action is needed.',
    data: z.object({ endpointId }),
    example: { endpointId: exampleEndpointId },
  }),
} as const
