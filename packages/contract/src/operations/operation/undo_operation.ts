import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { recordId } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { batchResults } from '../batches.ts'

export const undo_operation = declareOperation({
  undoEffect: { event: 'operation.undone', removes: true },
  summary: 'Undoes a write: restores budgets and statuses, or deletes a created campaign.',
  description:
    'adrail plans the undo as a separate write, based on the current state. You can undo a write for 14 days. adrail refuses the undo if the object has changed since then or cannot be deleted or restored (lead forms, audiences, videos and deleted campaigns).',
  errors: ['OPERATION_NOT_FOUND', 'UNDO_REFUSED', 'TARGET_BUSY', 'CONCURRENT_CHANGE', 'BUDGET_TOO_LOW'],
  input: z.object({ operationId: recordId.describe('Id of the write to undo.') }),
  results: z.object({
    undone: z.string().describe('Id of the write that was undone.'),
    ...z.object(batchResults).partial().shape,
  }),
  example: { body: { operationId: exampleOperationId }, results: { undone: exampleOperationId } },
})
