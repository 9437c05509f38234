// A write that is pending approval, as callers see it.

import { z } from 'zod'
import { platforms } from '../../platforms.ts'
import { exampleApprovalUrl, exampleOperationId, examplePlanHash } from '../../writes.ts'
import { spendIncreaseKinds } from '../workspace/values.ts'

export const pendingApproval = z.object({
  operationId: z.string(),
  operation: z.string().describe('Name of the operation, such as `social/edit_campaign`.'),
  platform: z.enum(platforms),
  userId: z.string().describe('Id of the user whose account changes.'),
  userName: z.string(),
  requestedBy: z.string().describe('Id of the API key that requested the write.'),
  requestedByName: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string().describe('Time when the approval request expires.'),
  kind: z.enum(spendIncreaseKinds),
  reason: z.string().describe('Human-readable description of the rule that requires the approval.'),
  plan: z.array(z.string()).describe('Planned changes, step by step.'),
  planHash: z.string().describe('Hash of this plan. A decision applies only to this plan.'),
  perDay: z
    .object({ currencyCode: z.string(), before: z.string(), after: z.string() })
    .describe('Maximum daily spend of the campaign after the write.'),
  approvalUrl: z.string().describe('URL of the page where an approver can approve or reject the write.'),
})

export const examplePendingApproval: z.input<typeof pendingApproval> = {
  operationId: exampleOperationId,
  operation: 'social/edit_campaign',
  platform: 'social',
  userId: 'usr_demo_all',
  userName: 'Ada Fox',
  requestedBy: 'key_06f0t6t1h2v8k3m9q4w5x7y2z1',
  requestedByName: 'Reporting',
  requestedAt: '2026-01-31T09:30:00.000Z',
  expiresAt: '2026-02-03T09:30:00.000Z',
  kind: 'RAISE',
  reason: 'For the whole workspace, raising a budget needs approval.',
  plan: ['Set the daily budget of campaign "Spring bread" from 15.00 to 25.00 EUR.'],
  planHash: examplePlanHash,
  perDay: { currencyCode: 'EUR', before: '26.25', after: '43.75' },
  approvalUrl: exampleApprovalUrl,
}
