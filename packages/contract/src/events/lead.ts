import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const leadEvents = {
  'lead.received': declareEvent({
    summary:
      'A person submitted a lead form. adrail emits one event per lead. Leads submitted before the first link of their account in the workspace have no event.',
    advice:
      'Read the answers with lead/get_lead, up to 100 leads per call, or all new leads with lead/list_leads. The event itself contains no personal data.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      formName: z.string().describe('Name of the form. Empty if the platform no longer has the form.'),
      campaignId: z.string().describe('Id of the campaign. Empty if the lead has no campaign.'),
      isTest: z.boolean(),
      submittedAt: z.iso.datetime().describe('Time of the submission, by the platform’s clock.'),
    }),
    example: {
      leadId: 'led_06f0t6t1h2v8k3m9q4w5x7y2z1',
      platform: 'social',
      formId: '700011',
      formName: 'Catering quote',
      campaignId: '120210000000000031',
      isTest: false,
      submittedAt: '2026-01-31T09:30:00.000Z',
    },
  }),
  'lead.withdrawn': declareEvent({
    summary: 'A person withdrew a lead at LinkedIn. adrail erased its answers.',
    advice: 'Erase your own copy of the lead.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      campaignId: z.string().describe('Id of the campaign. Empty if the lead had no campaign.'),
    }),
    example: {
      leadId: 'led_06f0t6t1h2v8k3m9q4w5x7y2z1',
      platform: 'pro',
      formId: '8100101',
      campaignId: '640118001',
    },
  }),
} as const
