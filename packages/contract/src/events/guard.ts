import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const guardEvents = {
  'guard.refused': declareEvent({
    summary: 'adrail refused a write that could have increased spend, because of a limit or a freeze.',
    advice:
      "Ask the requester about the write. To check the limits and freezes, call workspace/get_settings. To change the workspace's own limits and freezes, call workspace/update_settings.",
    data: z.object({
      operation: z.string().describe('Name of the operation, such as `search/create_search_campaign`.'),
      platform,
      code: z.enum(['SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN']),
      keyId: z.string().describe('Id of the API key that requested the write.'),
      campaignId: z
        .string()
        .describe('Id of the campaign. Empty if the write would have created the campaign.'),
    }),
    example: {
      operation: 'social/edit_campaign',
      platform: 'social',
      code: 'SPEND_LIMIT_EXCEEDED',
      keyId: 'key_06f0t6t1h2v8k3m9q4w5x7y2z1',
      campaignId: '120210000000000011',
    },
  }),
} as const
