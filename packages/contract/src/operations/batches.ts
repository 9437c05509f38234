// Results of writes that change many campaigns, in their responses and in operation/get_operation.

import { z } from 'zod'
import { platforms } from '../platforms.ts'
import { demoUser } from './demo.ts'

const countFields = {
  total: z.number().int().describe('Number of campaigns that the write applies to.'),
  changed: z.number().int().describe('Campaigns that this write changed.'),
  unchanged: z.number().int().describe('Campaigns that already had the requested status.'),
  failed: z.number().int().describe('Campaigns that could not be changed.'),
  open: z.number().int().describe('Campaigns that have no outcome yet.'),
}

export const batchProgress = z.object({
  ...countFields,
  accountsOpen: z
    .number()
    .int()
    .describe(
      'Ad accounts whose campaigns adrail has not been able to list. `total` does not include their campaigns.',
    ),
})

export const batchAccount = z.object({
  userId: z.string().describe('Id of the user whose connection changes the campaigns.'),
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
    .describe('Id of the campaign. Empty if adrail could not list the campaigns of the ad account.'),
  name: z.string().describe('Name of the campaign. Empty if adrail has not read it yet.'),
  code: z.string(),
  error: z.string(),
  operationId: z.string().describe('Id of the write for this campaign. Empty if no write has started.'),
  isFinal: z.boolean().describe('Whether adrail has stopped retrying.'),
})

/** Progress and outcome of a write that changes many campaigns. */
export const batchResults = {
  state: z
    .enum(['EXECUTING', 'SUCCEEDED'])
    .describe('`EXECUTING` while adrail continues in the background. Poll operation/get_operation.'),
  isComplete: z.boolean().describe('Whether the write has ended and no campaign failed.'),
  progress: batchProgress,
  accounts: z.array(batchAccount).describe('The same counts for each ad account, at most 500.'),
  failures: z
    .array(batchFailure)
    .describe('Campaigns that adrail has not been able to change, with the reasons. At most 200.'),
}

const exampleCounts = { total: 1, changed: 1, unchanged: 0, failed: 0, open: 0 }

export const exampleBatch = {
  state: 'SUCCEEDED' as const,
  isComplete: true,
  progress: { ...exampleCounts, accountsOpen: 0 },
  accounts: [{ userId: demoUser, platform: 'social' as const, accountId: '1001200300400', ...exampleCounts }],
  failures: [],
}
