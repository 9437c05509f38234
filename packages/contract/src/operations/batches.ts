// Results of writes that change many campaigns, in their responses and in operation/get_operation.

import { z } from 'zod'
import { platforms } from '../platforms.ts'
import { demoUser } from './demo.ts'

const countFields = {
  total: z.number().int().describe('Number of campaigns that the write covers.'),
  changed: z.number().int().describe('Number of campaigns that this write changed.'),
  unchanged: z.number().int().describe('Number of campaigns that already had the requested status.'),
  failed: z.number().int().describe('Number of campaigns that adrail could not change.'),
  open: z.number().int().describe('Number of campaigns that have no outcome yet.'),
}

export const batchProgress = z.object({
  ...countFields,
  accountsOpen: z
    .number()
    .int()
    .describe(
      'Number of ad accounts whose campaigns adrail has not listed yet. `total` does not include these campaigns.',
    ),
})

export const batchAccount = z.object({
  userId: z.string().describe('Id of the user whose connection adrail uses to change the campaigns.'),
  platform: z.enum(platforms),
  accountId: z.string(),
  ...countFields,
})

export const batchFailure = z.object({
  userId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string(),
  campaignId: z
    .string()
    .describe('Id of the campaign. Empty if adrail could not list the campaigns in the ad account.'),
  name: z.string().describe('Name of the campaign. Empty if adrail has not read the name yet.'),
  code: z.string(),
  error: z.string(),
  operationId: z.string().describe('Id of the write for this campaign. Empty if no write has started.'),
  isFinal: z.boolean().describe('Whether adrail has stopped retrying.'),
})

/** Progress and outcome of a write that changes many campaigns. */
export const batchResults = {
  state: z
    .enum(['EXECUTING', 'SUCCEEDED'])
    .describe(
      '`EXECUTING` while adrail continues in the background. In that case, poll operation/get_operation.',
    ),
  isComplete: z.boolean().describe('Whether the write has ended without failed campaigns.'),
  progress: batchProgress,
  accounts: z.array(batchAccount).describe('Counts for each ad account. At most 500 accounts.'),
  failures: z
    .array(batchFailure)
    .describe('Campaigns that adrail has not been able to change so far, with the reasons. At most 200.'),
}

const exampleCounts = { total: 1, changed: 1, unchanged: 0, failed: 0, open: 0 }

export const exampleBatch = {
  state: 'SUCCEEDED' as const,
  isComplete: true,
  progress: { ...exampleCounts, accountsOpen: 0 },
  accounts: [{ userId: demoUser, platform: 'social' as const, accountId: '1001200300400', ...exampleCounts }],
  failures: [],
}
