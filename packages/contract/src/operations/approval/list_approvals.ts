import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { examplePendingApproval, pendingApproval } from './values.ts'

export const list_approvals = declareOperation({
  source: 'store',
  scope: 'approve',
  pageSize: 50,
  surfaces: httpOnly,
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
  summary: 'Lists the writes that need approval, oldest first, 50 per page.',
  input: z.object({}),
  results: z.object({ approvals: z.array(pendingApproval) }),
  example: { body: {}, results: { approvals: [examplePendingApproval] } },
})
