import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const campaignEvents = {
  'campaign.status_changed': declareEvent({
    summary:
      'The state of a campaign changed since adrail last read it, in adrail or on the platform. adrail reads accounts with running campaigns every 15 minutes, and others every six hours.',
    advice: 'Check the issues of the campaign with campaign/list_campaigns.',
    data: z.object({
      platform,
      accountId: z.string(),
      campaignId: z.string(),
      status: z
        .string()
        .describe('Configured status: `ACTIVE`, `PAUSED`, `DELETED`, or a value of the platform.'),
      effectiveStatus: z.string().describe('Resulting status, as the platform reports it.'),
      previousStatus: z.string(),
      previousEffectiveStatus: z.string(),
    }),
    example: {
      platform: 'social',
      accountId: '1001200300400',
      campaignId: '120210000000000011',
      status: 'PAUSED',
      effectiveStatus: 'PAUSED',
      previousStatus: 'ACTIVE',
      previousEffectiveStatus: 'ACTIVE',
    },
  }),
} as const
