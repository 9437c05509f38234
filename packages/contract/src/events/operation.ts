import { z } from 'zod'
import { exampleOperationId } from '../writes.ts'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const writeData = z.object({
  operationId: z
    .string()
    .describe('Id of the write. To get its outcome, pass the id to operation/get_operation.'),
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
    summary:
      'A write succeeded. adrail emits this event no matter how long the write took, and whether or not the caller waited for the response.',
    advice:
      'If you received the response, no action is needed. Otherwise, get the outcome with operation/get_operation.',
    data: writeData.extend({
      upstreamId: z
        .string()
        .describe(
          "The platform's id of the created or changed object. Empty if only an operator's statement confirms the outcome.",
        ),
    }),
    example: { ...exampleWriteData, upstreamId: '120210000000000011' },
  }),
  'operation.failed': declareEvent({
    summary:
      'A write was definitely refused. No changes remain on the platform, except for objects that cannot be deleted.',
    advice: 'Look up `code` in the error reference. operation/get_operation returns the complete error.',
    data: writeData.extend({ code: z.string().describe('Code from the error reference.') }),
    example: { ...exampleWriteData, code: 'PLATFORM_REJECTED' },
  }),
  'operation.needs_attention': declareEvent({
    summary:
      'adrail cannot determine the outcome of a write, because the ad account is unreachable or the platform has not responded for a day. adrail also emits this event if the platform created an object twice because it processed the first request late. In that case, the write has ended.',
    advice:
      'Check the campaign on the platform. operation/get_operation returns the reason and the open steps. If the user relinks the same account, adrail resolves the write automatically.',
    data: writeData,
    example: exampleWriteData,
  }),
} as const

/**
 * Every write emits one of these events. adrail emits the last one while the write is open, or when adrail
 * found a late copy of a creation.
 */
export const writeEvents = ['operation.succeeded', 'operation.failed', 'operation.needs_attention'] as const
