import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { httpOnly } from '../../operation.ts'
import { nonBlankText, recordId, textOrEmpty } from '../../values.ts'
import { exampleOperationId } from '../../writes.ts'
import { writeStates } from './values.ts'

export const settle_operation = declareOperation({
  localEffect: { scope: 'admin', event: 'operation.settled' },
  surfaces: httpOnly,
  summary: 'Resolves a write in the `NEEDS_ATTENTION` state after an operator has checked the platform.',
  description: 'adrail does not send anything to the platform. Retries of the write return this outcome.',
  errors: ['OPERATION_NOT_FOUND', 'CANNOT_SETTLE'],
  input: z.object({
    operationId: recordId,
    done: z.boolean().describe('Whether the write took effect.'),
    results: textOrEmpty(5000)
      .default('')
      .describe('Results of a successful write, as a JSON string such as `{"videoId":"990501"}`.'),
    reason: nonBlankText(500).describe(
      'Evidence for the outcome. adrail stores this text, so do not include personal data.',
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
    body: { operationId: exampleOperationId, done: true, reason: 'The budget on the platform is 25.' },
    results: {
      operationId: exampleOperationId,
      state: 'SUCCEEDED',
      outcome: { success: true, error: '', operationId: exampleOperationId },
    },
  },
})
