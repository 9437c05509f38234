import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { endpointId, exampleEndpointId, exampleSigningSecret, signingSecret } from './values.ts'

export const rotate_secret = declareOperation({
  localEffect: { scope: 'admin', event: 'endpoint.secret_rotated' },
  surfaces: httpOnly,
  summary: 'Gives an endpoint a new secret, beside the old ones for a while.',
  description:
    'Until the old ones end, every message carries a signature of each: give the receiver the new secret in that time and nothing is refused. At most five are good at the same time; the oldest goes first.',
  errors: ['ENDPOINT_NOT_FOUND', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({
    endpointId,
    overlapHours: z
      .int()
      .min(0)
      .max(168)
      .default(24)
      .describe('How long the secrets of before stay good; 0 ends them now.'),
  }),
  results: z.object({
    secret: signingSecret,
    oldSecretsEndAt: z.string().describe('When the secrets of before end at the latest.'),
  }),
  example: {
    body: { endpointId: exampleEndpointId },
    results: { secret: exampleSigningSecret, oldSecretsEndAt: '2026-02-01T09:30:00.000Z' },
  },
})
