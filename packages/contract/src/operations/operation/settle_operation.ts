import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { nonBlankText, recordId, textOrEmpty } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { writeStates } from './values.ts'

export const settle_operation = declareOperation({
  localEffect: { scope: 'admin', event: 'operation.settled' },
  surfaces: httpOnly,
  summary: 'Says what became of a write in state NEEDS_ATTENTION, after a look at the platform.',
  description: 'Nothing is sent to the platform. Whoever repeats the write gets this as its answer.',
  errors: ['OPERATION_NOT_FOUND', 'CANNOT_SETTLE'],
  input: z.object({
    operationId: recordId,
    done: z.boolean().describe('Whether it was carried out.'),
    results: textOrEmpty(5000)
      .default('')
      .describe('What the write answers when it was done, as JSON text such as `{"videoId":"990501"}`.'),
    reason: nonBlankText(500).describe('How you know; it is recorded, so without personal data.'),
  }),
  results: z.object({
    operationId: z.string(),
    state: z.enum(writeStates),
    outcome: z.record(z.string(), z.unknown()).describe('What the write answers from now on.'),
  }),
  example: {
    body: { operationId: exampleOperationId, done: true, reason: 'The budget is 25 at the platform.' },
    results: {
      operationId: exampleOperationId,
      state: 'SUCCEEDED',
      outcome: { success: true, error: '', operationId: exampleOperationId },
    },
  },
})
