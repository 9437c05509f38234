import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const campaignEvents = {
  'campaign.status_changed': declareEvent({
    summary:
      'The state of a campaign has changed since adrail last read the campaign, regardless of who changed it. adrail reads accounts with running campaigns every 15 minutes, and other accounts every six hours.',
    advice: "To check the campaign's issues, call campaign/list_campaigns.",
    data: z.object({
      platform,
      accountId: z.string(),
      campaignId: z.string(),
      status: z
        .string()
        .describe(
          'Configured status: `ACTIVE`, `PAUSED`, `DELETED`, or the value that the platform reports.',
        ),
      effectiveStatus: z.string().describe('Resulting status, as reported by the platform.'),
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
