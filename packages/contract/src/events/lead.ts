import { z } from 'zod'
import { declareEvent } from './declareEvent.ts'
import { platform } from './values.ts'

export const leadEvents = {
  'lead.received': declareEvent({
    summary:
      'A person submitted a lead form. adrail emits one event per lead, but by default none for leads that were submitted before the account was first linked in the workspace.',
    advice:
      'To read the answers in up to 100 leads, call lead/get_lead. To read all new leads, call lead/list_leads. The event itself does not contain personal data.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      formName: z.string().describe('Name of the form. Empty if the platform no longer has the form.'),
      campaignId: z.string().describe('Id of the campaign. Empty if the lead does not belong to a campaign.'),
      isTest: z.boolean(),
      submittedAt: z.iso.datetime().describe("Time of the submission, according to the platform's clock."),
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
    summary: 'A person withdrew a lead on LinkedIn. adrail erased the answers in the lead.',
    advice: 'Erase your own copy of the lead.',
    data: z.object({
      leadId: z.string(),
      platform,
      formId: z.string(),
      campaignId: z.string().describe('Id of the campaign. Empty if the lead did not belong to a campaign.'),
    }),
    example: {
      leadId: 'led_06f0t6t1h2v8k3m9q4w5x7y2z1',
      platform: 'pro',
      formId: '8100101',
      campaignId: '640118001',
    },
  }),
} as const
