import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { nonBlankText, recordId, textOrEmpty } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { writeStates } from './values.ts'

export const settle_operation = declareOperation({
  localEffect: { scope: 'admin', event: 'operation.settled' },
  surfaces: httpOnly,
  summary: 'Resolves a write in the state NEEDS_ATTENTION, after an operator has checked the platform.',
  description: 'adrail sends nothing to the platform. Retries of the write return this outcome.',
  errors: ['OPERATION_NOT_FOUND', 'CANNOT_SETTLE'],
  input: z.object({
    operationId: recordId,
    done: z.boolean().describe('Whether the write took effect.'),
    results: textOrEmpty(5000)
      .default('')
      .describe('Results of a successful write, as JSON text such as `{"videoId":"990501"}`.'),
    reason: nonBlankText(500).describe(
      'Evidence for the outcome. adrail records it, so leave out personal data.',
    ),
  }),
  results: z.object({
    operationId: z.string(),
    state: z.enum(writeStates),
    outcome: z
      .record(z.string(), z.unknown())
      .describe('Results that retries of the write return from now on.'),
  }),
  example: {
    body: { operationId: exampleOperationId, done: true, reason: 'The budget is 25 on the platform.' },
    results: {
      operationId: exampleOperationId,
      state: 'SUCCEEDED',
      outcome: { success: true, error: '', operationId: exampleOperationId },
    },
  },
})
