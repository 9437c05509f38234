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
  summary: 'Tells the state and outcome of a write.',
  errors: ['OPERATION_NOT_FOUND'],
  input: z.object({
    operationId: recordId.optional(),
    idempotencyKey: line(255)
      .optional()
      .describe('The `Idempotency-Key` that the write was sent with, when its answer was lost.'),
  }),
  rules: [
    {
      description: 'Exactly one of `operationId` and `idempotencyKey` is required.',
      fields: ['operationId', 'idempotencyKey'],
      check({ operationId, idempotencyKey }, report) {
        if (operationId === undefined && idempotencyKey === undefined)
          report('operationId', 'REQUIRED', 'is required, or idempotencyKey instead of it.')
        if (operationId !== undefined && idempotencyKey !== undefined)
          report('idempotencyKey', 'CONFLICT', 'must not be given together with operationId.')
      },
    },
  ],
  results: z.object({
    ...writeRecordFields,
    userId: z.string().describe('Empty when it was done for nobody.'),
    userName: z.string().describe('Empty when the user was deleted.'),
    steps: z.array(
      z.object({
        name: z.string(),
        says: z.string().describe('What it does, for people; empty when the user was deleted.'),
        state: z.enum(stepStates),
        upstreamId: z.string(),
      }),
    ),
    progress: batchProgress
      .optional()
      .describe('How far a write has come that changes many campaigns; absent for other writes.'),
    accounts: z.array(batchAccount).optional().describe('The same for each ad account; at most 500.'),
    failures: z
      .array(batchFailure)
      .optional()
      .describe('Campaigns that such a write could not change so far, and why; at most 200.'),
    outcome: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('The `results` that the write answered; absent while it is open.'),
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
