import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const campaignEvents = {
  'campaign.status_changed': declareEvent({
    summary:
      'A campaign is in another state than when it was last looked at, whoever changed it. Running accounts are looked at every quarter of an hour, others every six hours.',
    advice: 'See what keeps it from running with campaign/list_campaigns.',
    data: z.object({
      platform,
      accountId: z.string(),
      campaignId: z.string(),
      status: z
        .string()
        .describe('What was set: `ACTIVE`, `PAUSED`, `DELETED`, or as the platform calls it.'),
      effectiveStatus: z.string().describe('What comes of that, in the platform’s word.'),
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
