import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const guardEvents = {
  'guard.refused': declareEvent({
    summary:
      'A write that would let more be spent was refused: by a limit of the workspace, or because spend increases are blocked.',
    advice:
      'Ask whoever wanted it; workspace/get_settings tells the limits and freezes, workspace/update_settings changes those of the workspace.',
    data: z.object({
      operation: z.string().describe('Which operation it is, such as `search/create_search_campaign`.'),
      platform,
      code: z.enum(['SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN']),
      keyId: z.string().describe('The API key that asked.'),
      campaignId: z.string().describe('Empty when the campaign was about to be made.'),
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
