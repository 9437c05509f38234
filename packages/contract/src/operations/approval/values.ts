// A write that is pending approval, as callers see it.

import { z } from 'zod'
import { platforms } from '../../platforms.ts'
import { exampleApprovalUrl, exampleOperationId, examplePlanHash } from '../../writes.ts'
import { spendIncreaseKinds } from '../workspace/values.ts'

export const pendingApproval = z.object({
  operationId: z.string(),
  operation: z.string().describe('Which operation it is, such as `social/edit_campaign`.'),
  platform: z.enum(platforms),
  userId: z.string().describe('For whom it was asked.'),
  userName: z.string(),
  requestedBy: z.string().describe('The id of the API key that asked.'),
  requestedByName: z.string(),
  requestedAt: z.string(),
  expiresAt: z.string().describe('When it ends by itself, undone.'),
  kind: z.enum(spendIncreaseKinds),
  reason: z.string().describe('Which rule makes it wait, for people.'),
  plan: z.array(z.string()).describe('What would be done, step by step.'),
  planHash: z.string().describe('Names this plan; a decision is about it alone.'),
  perDay: z
    .object({ currencyCode: z.string(), before: z.string(), after: z.string() })
    .describe('The most that the campaign can spend on one day.'),
  approvalUrl: z.string().describe('Where a person decides.'),
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
  reason: 'Raising a budget waits for approval for the whole workspace.',
  plan: ['Set the daily budget of campaign "Spring bread" from 15.00 to 25.00 EUR.'],
  planHash: examplePlanHash,
  perDay: { currencyCode: 'EUR', before: '26.25', after: '43.75' },
  approvalUrl: exampleApprovalUrl,
}
