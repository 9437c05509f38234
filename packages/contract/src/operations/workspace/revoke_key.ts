import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { recordId } from '../../values.ts'
import { exampleKey, exampleOldKeyId, keyRecord } from './values.ts'

export const revoke_key = declareOperation({
  localEffect: { scope: 'admin', event: 'key.revoked', removes: true },
  surfaces: httpOnly,
  summary: 'Revokes an API key. Every process refuses the key within a second.',
  errors: ['KEY_NOT_FOUND', 'LAST_ADMIN_KEY', 'REAUTHENTICATION_REQUIRED'],
  input: z.object({ keyId: recordId }),
  results: z.object({ key: keyRecord }),
  example: {
    body: { keyId: exampleOldKeyId },
    results: {
      key: {
        ...exampleKey,
        keyId: exampleOldKeyId,
        state: 'REVOKED',
        revokedAt: '2026-01-31T09:30:00.000Z',
      },
    },
  },
})
