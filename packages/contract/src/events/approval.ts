import { z } from 'zod'
import { examplePlanHash } from '../writes.ts'
import { declareEvent } from './declareEvent.ts'
import { exampleWriteData, writeData } from './operation.ts'

/** How an approval request ends: a person decides, it expires, or its user was unlinked or deleted. */
const decisions = ['APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] as const

export const approvalEvents = {
  'approval.requested': declareEvent({
    summary:
      'A write needs approval. adrail emits this event again if the plan changes while the write is pending.',
    advice:
      'Ask an approver to decide. approval/list_approvals returns the plan and the URL of the approval page.',
    data: writeData.extend({ planHash: z.string().describe('Hash of the plan that needs a decision.') }),
    example: { ...exampleWriteData, planHash: examplePlanHash },
  }),
  'approval.decided': declareEvent({
    summary:
      'A write is no longer pending approval: an approver decided, the approval request expired, or the user was unlinked or deleted.',
    advice: 'No action is needed. An approved write emits another event when it ends.',
    data: writeData.extend({ decision: z.enum(decisions) }),
    example: { ...exampleWriteData, decision: 'APPROVED' },
  }),
} as const
