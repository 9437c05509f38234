import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly, scopes } from '../../operation.ts'
import { findDuplicates, line, violationParams } from '../../values.ts'
import { apiKey, exampleApiKey, exampleKey, keyRecord } from './values.ts'

export const create_key = declareOperation({
  localEffect: { scope: 'admin', event: 'key.created' },
  surfaces: httpOnly,
  summary: "Creates an API key with some or all of the calling key's scopes.",
  description: 'The new key expires no later than the calling key and inherits its limits.',
  errors: ['BEYOND_OWN_KEY', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({
    name: line(100).describe('Purpose of the key.'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .refine(
        (list) => findDuplicates(list).length === 0,
        violationParams('DUPLICATE', 'must not contain duplicate scopes.'),
      ),
    expiresInDays: z
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe('Lifetime of the key, in days. If absent, the key has the same expiry as the calling key.'),
  }),
  results: z.object({ key: keyRecord, apiKey }),
  example: {
    body: { name: 'Shop backend', scopes: ['read', 'link'] },
    results: { key: exampleKey, apiKey: exampleApiKey },
  },
})
