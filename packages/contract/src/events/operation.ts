import { z } from 'zod'
import { exampleOperationId } from '../writes.ts'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const writeData = z.object({
  operationId: z.string().describe('The record of the write, for operation/get_operation.'),
  operation: z.string().describe('Which operation it is, such as `search/create_search_campaign`.'),
  platform,
})
export const exampleWriteData = {
  operationId: exampleOperationId,
  operation: 'social/edit_campaign',
  platform: 'social',
} as const

export const operationEvents = {
  'operation.succeeded': declareEvent({
    summary: 'A write was done, however long it took and whoever waited for its answer.',
    advice: 'Nothing, where its answer was read; else ask operation/get_operation for the outcome.',
    data: writeData.extend({
      upstreamId: z
        .string()
        .describe(
          'What it made or changed, by its id at the platform; empty where a person said that it was done and nothing else tells it.',
        ),
    }),
    example: { ...exampleWriteData, upstreamId: '120210000000000011' },
  }),
  'operation.failed': declareEvent({
    summary:
      'A write was refused for good; nothing of it is left at the platform but what cannot be deleted.',
    advice: 'Look `code` up in the errors; operation/get_operation tells the whole refusal.',
    data: writeData.extend({ code: z.string().describe('A code of the errors.') }),
    example: { ...exampleWriteData, code: 'PLATFORM_REJECTED' },
  }),
  'operation.needs_attention': declareEvent({
    summary:
      'adrail cannot determine the outcome of a write: its account cannot be reached any more, or the platform did not respond for a day. adrail also emits this event when the platform carried out a creation twice, because it processed the first request late. In that case the write has ended.',
    advice:
      'Look at the campaign at the platform; operation/get_operation tells why and which steps are open. Linking the same account again lets it be settled by itself.',
    data: writeData,
    example: exampleWriteData,
  }),
} as const

/**
 * Every write emits one of these events. adrail emits the last one while the write is open, or when adrail
 * found a late copy of a creation.
 */
export const writeEvents = ['operation.succeeded', 'operation.failed', 'operation.needs_attention'] as const
