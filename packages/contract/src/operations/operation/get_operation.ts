import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { line, recordId } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { batchAccount, batchFailure, batchProgress } from '../batches.ts'
import { socialCampaignId } from '../demo.ts'
import { exampleTimes, exampleWriteRecord, writeRecordFields } from './values.ts'

const stepStates = ['INTENT', 'UNKNOWN', 'DONE', 'REJECTED', 'COMPENSATED'] as const

export const get_operation = declareOperation({
  source: 'store',
  summary: 'Returns the state and outcome of a write.',
  errors: ['OPERATION_NOT_FOUND'],
  input: z.object({
    operationId: recordId.optional(),
    idempotencyKey: line(255).optional().describe('`Idempotency-Key` of a write whose response was lost.'),
  }),
  rules: [
    {
      description: 'Exactly one of `operationId` and `idempotencyKey` is required.',
      fields: ['operationId', 'idempotencyKey'],
      check({ operationId, idempotencyKey }, report) {
        if (operationId === undefined && idempotencyKey === undefined)
          report('operationId', 'REQUIRED', 'is required, or send idempotencyKey instead.')
        if (operationId !== undefined && idempotencyKey !== undefined)
          report('idempotencyKey', 'CONFLICT', 'cannot be combined with operationId.')
      },
    },
  ],
  results: z.object({
    ...writeRecordFields,
    userId: z.string().describe('Id of the user. Empty if the write does not concern a user.'),
    userName: z.string().describe('Name of the user. Empty if the user was deleted.'),
    steps: z.array(
      z.object({
        name: z.string(),
        says: z.string().describe('Human-readable description of the step. Empty if the user was deleted.'),
        state: z.enum(stepStates),
        upstreamId: z.string(),
      }),
    ),
    progress: batchProgress
      .optional()
      .describe('Progress of a write on many campaigns. Absent for other writes.'),
    accounts: z
      .array(batchAccount)
      .optional()
      .describe('Counts for each ad account, for a write on many campaigns. At most 500 accounts.'),
    failures: z
      .array(batchFailure)
      .optional()
      .describe(
        'Campaigns that a write on many campaigns has not been able to change so far, with the reasons. At most 200.',
      ),
    outcome: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The `results` of the write. Absent while the write is in progress.'),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  example: {
    body: { operationId: exampleOperationId },
    results: {
      ...exampleWriteRecord,
      steps: [
        {
          name: 'set_budget',
          says: 'Set the daily budget of campaign "Spring bread" from 15.00 to 25.00 EUR.',
          state: 'DONE',
          upstreamId: socialCampaignId,
        },
      ],
      outcome: { success: true, error: '', operationId: exampleOperationId },
      ...exampleTimes,
    },
  },
})
