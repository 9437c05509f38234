import { z } from 'zod'
import { exampleOperationId } from '../writes.ts'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const writeData = z.object({
  operationId: z.string().describe('Id of the write, for operation/get_operation.'),
  operation: z.string().describe('Name of the operation, such as `search/create_search_campaign`.'),
  platform,
})
export const exampleWriteData = {
  operationId: exampleOperationId,
  operation: 'social/edit_campaign',
  platform: 'social',
} as const

export const operationEvents = {
  'operation.succeeded': declareEvent({
    summary: 'A write succeeded, however long it took and whether or not a caller waited for its response.',
    advice:
      'Nothing, if you received the response. Otherwise, read the outcome with operation/get_operation.',
    data: writeData.extend({
      upstreamId: z
        .string()
        .describe(
          "Id on the platform of the created or changed object. Empty if only an operator's statement confirms the outcome.",
        ),
    }),
    example: { ...exampleWriteData, upstreamId: '120210000000000011' },
  }),
  'operation.failed': declareEvent({
    summary:
      'A write was definitely refused. Nothing of the write remains on the platform, except objects that cannot be deleted.',
    advice: 'Look up `code` in the error reference. operation/get_operation returns the whole refusal.',
    data: writeData.extend({ code: z.string().describe('Code from the error reference.') }),
    example: { ...exampleWriteData, code: 'PLATFORM_REJECTED' },
  }),
  'operation.needs_attention': declareEvent({
    summary:
      'adrail cannot determine the outcome of a write, because its account is unreachable or the platform did not respond for a day. adrail also emits this event when the platform executed a creation twice, because it processed the first request late. In that case, the write has ended.',
    advice:
      'Check the campaign on the platform. operation/get_operation returns the reason and the open steps. If the user links the same account again, adrail resolves the write automatically.',
    data: writeData,
    example: exampleWriteData,
  }),
} as const

/**
 * Every write emits one of these events. adrail emits the last one while the write is open, or when adrail
 * found a late copy of a creation.
 */
export const writeEvents = ['operation.succeeded', 'operation.failed', 'operation.needs_attention'] as const
