import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { recordId } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { batchResults } from '../batches.ts'

export const undo_operation = declareOperation({
  undoEffect: { event: 'operation.undone', removes: true },
  summary: 'Takes back what a write did: budget and status become what they were, a new campaign is deleted.',
  description:
    'A write of its own, planned from what is there now, for 14 days. Refused where anything was changed since, and for what a platform keeps: lead forms, audiences, videos, deleted campaigns.',
  errors: ['OPERATION_NOT_FOUND', 'UNDO_REFUSED', 'TARGET_BUSY', 'CONCURRENT_CHANGE', 'BUDGET_TOO_LOW'],
  input: z.object({ operationId: recordId.describe('The record of the write to take back.') }),
  results: z.object({
    undone: z.string().describe('The record of the write that was taken back.'),
    ...z.object(batchResults).partial().shape,
  }),
  example: { body: { operationId: exampleOperationId }, results: { undone: exampleOperationId } },
})
