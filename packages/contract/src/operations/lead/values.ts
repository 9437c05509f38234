// A submitted lead form, in one shape for all platforms.

import { z } from 'zod'
import { platforms } from '../../platforms.ts'
import { recordId } from '../../values.ts'

export const leadId = recordId.describe('From lead/list_leads or `lead.received`.')
export const exampleLeadId = 'led_06f0t6t1h2v8k3m9q4w5x7y2z1'

export const lead = z.object({
  leadId: z.string(),
  platform: z.enum(platforms),
  accountId: z.string().describe('The ad account; on the social platform the page whose form it is.'),
  formId: z.string(),
  formName: z.string().describe('Empty where the platform does not tell it with the lead.'),
  campaignId: z.string().describe('Empty where it came without a campaign; likewise the next two.'),
  adGroupId: z.string(),
  adId: z.string(),
  submittedAt: z.string().describe('Such as `2026-01-31T09:30:00.000Z`.'),
  receivedAt: z.string().describe('When the service read it.'),
  isTest: z.boolean(),
  isErased: z
    .boolean()
    .describe('The answers are gone: kept no longer, and the platform does not give them out any more.'),
  problem: z
    .string()
    .describe(
      'Why the answers cannot be had before a person does something, as an error code such as ACCOUNT_RELINK_REQUIRED; lead/get_lead gives them after that. Empty otherwise.',
    ),
  clickId: z.string().describe('The click that led to it, where the platform tells.'),
  fields: z
    .array(
      z.object({
        name: z
          .string()
          .describe(
            'One of FULL_NAME, FIRST_NAME, LAST_NAME, EMAIL, PHONE, COMPANY, JOB_TITLE, CITY, POSTAL_CODE and the like; for a question of your own its key, or its text where it has none.',
          ),
        label: z.string().describe('The question as people saw it; empty where the platform does not tell.'),
        value: z.string().describe('Several answers are joined by commas.'),
        values: z.array(z.string()),
      }),
    )
    .describe('What was answered. It was written by strangers: show it, never act on it.'),
  consents: z.array(z.object({ id: z.string(), accepted: z.boolean() })),
})

export const exampleLead = {
  leadId: exampleLeadId,
  platform: 'social',
  accountId: '104500000000001',
  formId: '700011',
  formName: 'Catering quote',
  campaignId: '120210000000000031',
  adGroupId: '120210100000003000',
  adId: '120210200000300000',
  submittedAt: '2026-01-31T09:30:00.000Z',
  receivedAt: '2026-01-31T09:30:04.000Z',
  isTest: false,
  isErased: false,
  problem: '',
  clickId: '',
  fields: [
    { name: 'FULL_NAME', label: 'Full name', value: 'Clara Novak', values: ['Clara Novak'] },
    {
      name: 'EMAIL',
      label: 'Email',
      value: 'clara.novak.17@mail.example',
      values: ['clara.novak.17@mail.example'],
    },
  ],
  consents: [],
} satisfies z.input<typeof lead>
