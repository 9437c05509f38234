import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { recordId } from '../../values.ts'
import { apiKey, exampleApiKey, exampleKey, exampleOldKeyId, keyRecord } from './values.ts'

export const rotate_key = declareOperation({
  localEffect: { scope: 'admin', event: 'key.rotated' },
  surfaces: httpOnly,
  summary: 'Creates a successor to an API key. The old key expires after a transition period.',
  description: 'The successor has the same name, scopes, spend limits and expiry.',
  errors: ['KEY_NOT_FOUND', 'KEY_ENDED', 'BEYOND_OWN_KEY', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({
    keyId: recordId,
    overlapHours: z
      .int()
      .min(0)
      .max(720)
      .default(24)
      .describe('How long the old key stays valid, in hours. 0 revokes the old key immediately.'),
  }),
  results: z.object({
    key: keyRecord,
    apiKey,
    oldKeyEndsAt: z.string().describe('Time when the old key expires.'),
  }),
  example: {
    body: { keyId: exampleOldKeyId },
    results: { key: exampleKey, apiKey: exampleApiKey, oldKeyEndsAt: '2026-02-01T09:30:00.000Z' },
  },
})
