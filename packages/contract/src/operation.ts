import { z } from 'zod'
import { declare } from './declare.ts'
import { recordId } from './values.ts'

export const operation = {
  get_operation: declare({
    summary: 'Tells the state and outcome of a write.',
    effect: 'read',
    scope: 'read',
    audit: { none: 'Reads only.' },
    errors: ['OPERATION_NOT_FOUND'],
    input: z.object({ operationId: recordId }),
    results: z.object({
      operationId: z.string(),
      operation: z.string().describe('Which operation it is, such as `search/create_search_campaign`.'),
      state: z.enum(['PENDING', 'EXECUTING', 'UNKNOWN', 'SUCCEEDED', 'FAILED', 'NEEDS_ATTENTION']),
      steps: z.array(z.object({ name: z.string(), state: z.string(), upstreamId: z.string() })),
      outcome: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('The `results` that the write answered; absent while it is open.'),
      createdAt: z.string(),
      updatedAt: z.string(),
    }),
    example: {
      body: { operationId: 'op_06f0t6t1h2v8k3m9q4w5x7y2z1' },
      results: {
        operationId: 'op_06f0t6t1h2v8k3m9q4w5x7y2z1',
        operation: 'social/edit_campaign',
        state: 'SUCCEEDED',
        steps: [{ name: 'set_budget', state: 'DONE', upstreamId: '120210000000000011' }],
        outcome: { success: true, error: '' },
        createdAt: '2026-01-31T09:30:00.000Z',
        updatedAt: '2026-01-31T09:30:01.000Z',
      },
    },
  }),
}
