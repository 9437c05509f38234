import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { nonBlankText, recordId, textOrEmpty } from '../../values.ts'
import { exampleOperationId, examplePlanHash } from '../../writes.ts'

export const decide = declareOperation({
  localEffect: { scope: 'approve', event: 'approval.decided', emittedEvent: 'approval.decided' },
  surfaces: httpOnly,
  summary: 'Approves or rejects a write that waits for it.',
  description:
    'With another API key than the one that asked. A key that the requesting key created or rotated cannot approve. The plan is made again first, and limits are weighed again: a plan that has changed needs a new decision. What is approved is carried out at once.',
  errors: [
    'OPERATION_NOT_FOUND',
    'APPROVER_IS_REQUESTER',
    'APPROVER_CREATED_BY_REQUESTER',
    'APPROVAL_ENDED',
    'APPROVAL_BLOCKED',
    'PLAN_CHANGED',
    'TARGET_BUSY',
  ],
  input: z.object({
    operationId: recordId,
    planHash: nonBlankText(128).describe('Of the plan that was looked at, from approval/list_approvals.'),
    decision: z.enum(['APPROVED', 'REJECTED']),
    reason: textOrEmpty(500).default('').describe('Recorded; told to whoever asked, where it is rejected.'),
  }),
  results: z.object({
    operationId: z.string(),
    decision: z.enum(['APPROVED', 'REJECTED']),
    state: z
      .enum(['EXECUTING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NEEDS_ATTENTION'])
      .describe('Of the write by now; operation/get_operation tells its outcome.'),
  }),
  example: {
    body: {
      operationId: exampleOperationId,
      planHash: examplePlanHash,
      decision: 'APPROVED',
      reason: 'Agreed with the client.',
    },
    results: { operationId: exampleOperationId, decision: 'APPROVED', state: 'SUCCEEDED' },
  },
})
