import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const leadEvents = {
  'lead.received': declareEvent({
    summary: 'Somebody filled in a lead form. Told once for each lead, whichever way it came.',
    advice:
      'Read the answers with lead/get_lead, or everything since the last time with lead/list_leads. The event itself holds nothing personal.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      campaignId: z.string().describe('Empty where it came without a campaign.'),
      isTest: z.boolean(),
    }),
    example: {
      leadId: 'led_06f0t6t1h2v8k3m9q4w5x7y2z1',
      platform: 'social',
      formId: '700011',
      campaignId: '120210000000000031',
      isTest: false,
    },
  }),
  'lead.withdrawn': declareEvent({
    summary:
      'A member of the professional network took back what they had filled in. Its answers are erased here.',
    advice: 'Erase your own copy of the lead.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      campaignId: z.string().describe('Empty where it came without a campaign.'),
    }),
    example: {
      leadId: 'led_06f0t6t1h2v8k3m9q4w5x7y2z1',
      platform: 'pro',
      formId: '8100101',
      campaignId: '640118001',
    },
  }),
} as const
