import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { endpointId, exampleEndpointId, exampleSigningSecret, signingSecret } from './values.ts'

export const rotate_secret = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.secret_rotated' },
  surfaces: httpOnly,
  summary: 'Creates a new secret for an endpoint. The old secrets stay valid for a transition period.',
  description:
    'Until the old secrets expire, every message has a signature for each secret, so that you can update the receiver during that time. At most five secrets are valid at the same time. If you create a sixth secret, the oldest one expires.',
  errors: ['ENDPOINT_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({
    endpointId,
    overlapHours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .describe('How long the old secrets stay valid, in hours. With 0, the old secrets expire immediately.'),
  }),
  results: z.object({
    secret: signingSecret,
    oldSecretsEndAt: z.string().describe('Time by which the old secrets expire.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId },
    results: { secret: exampleSigningSecret, oldSecretsEndAt: '2026-02-01T09:30:00.000Z' },
  },
})
