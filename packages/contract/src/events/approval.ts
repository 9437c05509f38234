import { z } from 'zod'
import { examplePlanHash } from '../writes.ts'
import { declareEvent } from './declareEvent.ts'
import { exampleWriteData, writeData } from './operation.ts'

/** How an approval request ends: a person decides, it expires, or its user was unlinked or deleted. */
const decisions = ['APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN'] as const

export const approvalEvents = {
  'approval.requested': declareEvent({
    summary: 'A write waits until somebody has approved it; told again when its plan has changed meanwhile.',
    advice: 'Have a person look at it: approval/list_approvals tells the plan and the address of the page.',
    data: writeData.extend({ planHash: z.string().describe('Names the plan that is to be decided about.') }),
    example: { ...exampleWriteData, planHash: examplePlanHash },
  }),
  'approval.decided': declareEvent({
    summary:
      'A write waits no more: somebody decided, its time was over, or its user was unlinked or deleted.',
    advice: 'Nothing: a write that was approved tells by itself how it ends.',
    data: writeData.extend({ decision: z.enum(decisions) }),
    example: { ...exampleWriteData, decision: 'APPROVED' },
  }),
} as const
