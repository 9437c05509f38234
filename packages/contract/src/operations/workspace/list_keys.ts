import { z } from 'zod'
import { declare } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { exampleKey, keyRecord } from './values.ts'

export const list_keys = declare({
  reads: 'store',
  scope: 'admin',
  paged: 100,
  surfaces: httpOnly,
  columns: ['name', 'keyId', 'state', 'scopes', 'lastUsedAt', 'expiresAt'],
  summary: 'Lists the API keys of the workspace, oldest first, 100 a page.',
  input: z.object({}),
  results: z.object({ keys: z.array(keyRecord) }),
  example: { body: {}, results: { keys: [exampleKey] } },
})
