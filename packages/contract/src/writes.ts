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
    .describe(
      'Checks everything, including on the platform, and returns the plan without changing anything.',
    ),
  planHash: textOrEmpty(128)
    .optional()
    .describe(
      '`planHash` from a dry run. adrail refuses the write if its plan has changed. Valid for one write.',
    ),
}

export const warnings = z
  .array(z.string())
  .optional()
  .describe('Problems that did not make the call fail. Absent if there are none.')

/** Fields that every write returns in addition to its own. */
export const writeResultFields = {
  operationId: z
    .string()
    .describe('Id of the write. To get its outcome, pass the id to operation/get_operation.'),
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
        step: z.string().describe('Name of the step. Several steps may have the same name.'),
        says: z.string().describe('Human-readable description of the step.'),
      }),
    )
    .describe('Planned changes, step by step. A dry run does not make these changes.'),
  accounts: z
    .array(
      z.object({
        userId: z.string(),
        platform: z.enum(platforms),
        accountId: z.string(),
        campaigns: z.number().int().describe('Number of campaigns that the write would change.'),
      }),
    )
    .optional()
    .describe('Planned changes per ad account, for a write on many campaigns. At most 500 accounts.'),
  maySpend: z
    .string()
    .optional()
    .describe(
      'Human-readable description of the maximum spend that the platform allows per day and per week after the write. Absent if spend does not increase.',
    ),
  planHash: z
    .string()
    .describe(
      'Hash of this plan. To make sure that the write matches the plan, send the hash with the write.',
    ),
  approval: z
    .string()
    .optional()
    .describe('Reason why the write would need approval. Absent if no approval would be needed.'),
  warnings,
})
