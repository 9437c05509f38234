import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { nonBlankText, recordId, textOrEmpty } from '../../values.ts'
import { exampleOperationId, examplePlanHash } from '../../writes.ts'

export const decide = declareOperation({
  localEffect: { scope: 'approve', event: 'approval.decided', emittedEvent: 'approval.decided' },
  surfaces: httpOnly,
  summary: 'Approves or rejects a write that needs approval.',
  description:
    'Requires an API key other than the key that requested the write and any keys that it created or rotated. After an approval, adrail plans the write and checks the limits again. If the plan has changed, a new decision is needed. Otherwise, adrail executes the write immediately.',
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
    planHash: nonBlankText(128).describe('Hash of the reviewed plan, from approval/list_approvals.'),
    decision: z.enum(['APPROVED', 'REJECTED']),
    reason: textOrEmpty(500)
      .default('')
      .describe(
        'Reason for the decision. adrail records the reason and, if you reject the write, shows it to the requester.',
      ),
  }),
  results: z.object({
    operationId: z.string(),
    decision: z.enum(['APPROVED', 'REJECTED']),
    state: z
      .enum(['EXECUTING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NEEDS_ATTENTION'])
      .describe('State of the write after the decision. To get the outcome, call operation/get_operation.'),
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
