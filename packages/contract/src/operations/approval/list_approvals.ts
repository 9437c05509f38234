import { z } from 'zod'
import { declare } from '../../declare.ts'
import { withoutAgents } from '../../operation.ts'
import { exampleWaiting, waiting } from './values.ts'

export const list_approvals = declare({
  reads: 'store',
  scope: 'approve',
  paged: 50,
  surfaces: withoutAgents,
  columns: [
    'operationId',
    'operation',
    'reason',
    'userName',
    'requestedByName',
    'expiresAt',
    'perDay',
    'platform',
  ],
  summary: 'Lists the writes that wait for approval, the oldest first, 50 a page.',
  input: z.object({}),
  results: z.object({ approvals: z.array(waiting) }),
  example: { body: {}, results: { approvals: [exampleWaiting] } },
})
