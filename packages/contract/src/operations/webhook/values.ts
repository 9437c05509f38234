// Endpoints and deliveries, as all operations of the group return them.

import { z } from 'zod'
import { withValueAliases } from '../../aliases.ts'
import { eventTypes } from '../../events/index.ts'
import { findDuplicates, recordId, textOrEmpty, violationParams, webUrl } from '../../values.ts'

export const endpointId = recordId.describe(
  'The endpoint, from webhook/create_endpoint or webhook/list_endpoints.',
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
    'A public https address on the usual port. While no platform is live, the demo workspace can also name http on this machine (localhost); other workspaces only at ports that the operator names.',
  )

export const endpointEventTypes = z
  .array(z.enum(eventTypes))
  .max(100)
  .refine(
    (types) => findDuplicates(types).length === 0,
    violationParams('DUPLICATE', 'must not name a type twice.'),
  )
  .describe('Which events are sent. Defaults to all, also of later releases.')

export const endpointDescription = textOrEmpty(500).describe('For people.')

export const endpointStatuses = ['enabled', 'disabled'] as const

/** A status in a request. */
export const endpointStatus = withValueAliases(
  z.enum(endpointStatuses),
  ['enabled', 'ENABLED', 'ACTIVE'],
  ['disabled', 'DISABLED', 'PAUSED'],
)

export const webhookEndpoint = z.object({
  endpointId: z.string(),
  url: z.string().describe('Empty for keys without the scope `admin`: an address can contain a secret.'),
  types: z.array(z.string()).describe('Which events are sent; empty for all.'),
  description: z.string(),
  status: z.enum(endpointStatuses),
  reason: z
    .enum(['', 'caller', 'failing', 'gone'])
    .describe(
      'Why it is disabled: `caller`, you did it; `failing`, nothing was taken for five days; `gone`, it answered 410.',
    ),
  failingSince: z.string().describe('When the deliveries began to fail; empty while they succeed.'),
  createdAt: z.string(),
})

export const exampleEndpointId = 'whe_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const exampleEndpoint: z.input<typeof webhookEndpoint> = {
  endpointId: exampleEndpointId,
  url: 'http://localhost:3000/hooks',
  types: ['connection.needs_relink'],
  description: 'Mails users whose connection ended',
  status: 'enabled',
  reason: '',
  failingSince: '',
  createdAt: '2026-01-31T09:30:00.000Z',
}

export const exampleSigningSecret = 'whsec_kxIqTR7s/h/J/kZn5XF1Je1ejxBROfQm3SaBW8RjrJ0='

export const signingSecret = z
  .string()
  .describe('By which the receiver checks that a message is from this service. Shown this once.')

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
