// Parts that the journal adds to every write: fields of its body, fields of its results, and the results of a
// dry run.

import { z } from 'zod'
import { platforms } from './platforms.ts'
import { textOrEmpty } from './values.ts'

/** Fields that every write accepts in addition to its own. */
export const writeOptions = {
  dryRun: z
    .boolean()
    .default(false)
    .describe('Check everything, at the platform too, and return the plan without effect.'),
  planHash: textOrEmpty(128)
    .optional()
    .describe(
      'The planHash of a dry run: the write is refused when its plan would differ by now. Good for one write.',
    ),
}

export const warnings = z
  .array(z.string())
  .optional()
  .describe('Problems that did not make the call fail; absent when there are none.')

/** Fields that every write returns in addition to its own. */
export const writeResultFields = {
  operationId: z.string().describe('The record of the write, for operation/get_operation.'),
  warnings,
}

export const exampleOperationId = 'op_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const examplePlanHash = '5d1c0f7e2b9a4c83a6d05e91f3b7c2d4'

export const exampleApprovalUrl = `https://ads.example.com/approve/${exampleOperationId}`

/** The results of a write with `dryRun: true`, in place of its own results. */
export const dryRunResultsSchema = z.object({
  dryRun: z.literal(true),
  plan: z
    .array(
      z.object({
        step: z.string().describe('Which step of the write it is; several steps may be of one name.'),
        says: z.string().describe('What the step would do, for people.'),
      }),
    )
    .describe('What would be done, step by step. Nothing was changed.'),
  accounts: z
    .array(
      z.object({
        userId: z.string(),
        platform: z.enum(platforms),
        accountId: z.string(),
        campaigns: z.number().int().describe('How many campaigns the write would change.'),
      }),
    )
    .optional()
    .describe('What a write that changes many campaigns would change in each ad account; at most 500.'),
  maySpend: z
    .string()
    .optional()
    .describe(
      'The most that the platform may spend afterwards on one day and in a week, for people; absent where spend does not rise.',
    ),
  planHash: z.string().describe('Send it with the write to be sure that it does what this plan says.'),
  approval: z
    .string()
    .optional()
    .describe('Why the write would wait until a person has approved it; absent when it would not.'),
  warnings,
})
