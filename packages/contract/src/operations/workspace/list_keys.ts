import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { exampleKey, keyRecord } from './values.ts'

export const list_keys = declareOperation({
  source: 'store',
  scope: 'admin',
  pageSize: 100,
  surfaces: httpOnly,
  columns: ['name', 'keyId', 'state', 'scopes', 'lastUsedAt', 'expiresAt'],
  summary: 'Lists the API keys in the workspace, oldest first, 100 per page.',
  input: z.object({}),
  results: z.object({ keys: z.array(keyRecord) }),
  example: { body: {}, results: { keys: [exampleKey] } },
})
