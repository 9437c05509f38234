// Endpoints and deliveries, as all operations of the group return them.

import { z } from 'zod'
import { withValueAliases } from '../../aliases.ts'
import { eventTypes } from '../../events/index.ts'
import { findDuplicates, recordId, textOrEmpty, violationParams, webUrl } from '../../values.ts'

export const endpointId = recordId.describe(
  'Id of the endpoint, from webhook/create_endpoint or webhook/list_endpoints.',
)

/** Rejects user info, because proxies may log the URL, and fragments, because HTTP never sends them. */
export const endpointUrl = webUrl(2048)
  .refine(
    (value) => {
      const url = URL.parse(value)
      return url === null || (url.username === '' && url.password === '' && !value.includes('#'))
    },
    violationParams('MALFORMED', 'must not have a fragment (#) or user info (@).'),
  )
  .describe(
    'A public HTTPS URL on port 443. As long as no platform is live, the demo workspace also accepts HTTP URLs on localhost. Other workspaces accept these URLs only on ports that the operator configures.',
  )

export const endpointEventTypes = z
  .array(z.enum(eventTypes))
  .max(100)
  .refine(
    (types) => findDuplicates(types).length === 0,
    violationParams('DUPLICATE', 'must not contain duplicate types.'),
  )
  .describe('Types of events to send. Defaults to all types, including those of later releases.')

export const endpointDescription = textOrEmpty(500).describe('Human-readable description of the endpoint.')

export const endpointStatuses = ['enabled', 'disabled'] as const

/** A status in a request. */
export const endpointStatus = withValueAliases(
  z.enum(endpointStatuses),
  ['enabled', 'ENABLED', 'ACTIVE'],
  ['disabled', 'DISABLED', 'PAUSED'],
)

export const webhookEndpoint = z.object({
  endpointId: z.string(),
  url: z
    .string()
    .describe(
      'URL of the endpoint. Empty if your key lacks the `admin` scope, because a URL can contain a secret.',
    ),
  types: z
    .array(z.string())
    .describe('Types of events that adrail sends to the endpoint. Empty if adrail sends all types.'),
  description: z.string(),
  status: z.enum(endpointStatuses),
  reason: z
    .enum(['', 'caller', 'failing', 'gone'])
    .describe(
      'Reason why the endpoint is disabled. `caller`: a caller disabled the endpoint. `failing`: the endpoint accepted no events for five days. `gone`: the endpoint returned 410.',
    ),
  failingSince: z.string().describe('Time when deliveries started to fail. Empty while deliveries succeed.'),
  createdAt: z.string(),
})

export const exampleEndpointId = 'whe_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const exampleEndpoint: z.input<typeof webhookEndpoint> = {
  endpointId: exampleEndpointId,
  url: 'http://localhost:3000/hooks',
  types: ['connection.needs_relink'],
  description: 'Mails users whose connection failed',
  status: 'enabled',
  reason: '',
  failingSince: '',
  createdAt: '2026-01-31T09:30:00.000Z',
}

export const exampleSigningSecret = 'whsec_kxIqTR7s/h/J/kZn5XF1Je1ejxBROfQm3SaBW8RjrJ0='

export const signingSecret = z
  .string()
  .describe(
    'Secret that the receiver uses to verify that adrail sent a message. adrail shows the secret only once.',
  )

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
