import { z } from 'zod'
import { declare } from '../../declare.ts'
import { nothingTwice } from '../../rules.ts'
import { line, userId, webUrl } from '../../values.ts'
import { demoUser } from '../demo.ts'

/** What the platform fills in from what it knows of a person, and asks in the person's language. */
export const standardQuestions = [
  'FULL_NAME',
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'PHONE',
  'WORK_EMAIL',
  'COMPANY_NAME',
  'JOB_TITLE',
  'STREET_ADDRESS',
  'CITY',
  'STATE',
  'COUNTRY',
  'POST_CODE',
] as const

export const create_lead_form = declare({
  writes: { platform: 'social', scope: 'write', event: 'lead_form.created' },
  summary: 'Creates a lead form on the page of a user, ready for ads of social/create_campaign.',
  description:
    'A form cannot be changed once it is there. A page has no two of one name: a second one is numbered. The terms of lead ads must have been accepted for the page (social/get_lead_form_terms). Answers come by lead/list_leads.',
  errors: ['TERMS_NOT_ACCEPTED'],
  permissions: [{ permission: 'pages_manage_ads' }],
  input: z.object({
    userId,
    name: line(60),
    privacyPolicyUrl: webUrl(2048),
    followUpUrl: webUrl(2048).optional().describe('Where people can go on to after they sent the form.'),
    locale: z
      .string()
      .regex(/^[a-z]{2}_[A-Z]{2}$/, 'must be a language and a country such as en_US.')
      .default('en_US')
      .describe('The language of the form’s own words.'),
    questions: z
      .array(z.enum(standardQuestions))
      .min(1)
      .max(standardQuestions.length)
      .describe('In the order in which they are asked.'),
    customQuestions: z
      .array(
        z.object({
          question: line(80),
          options: z
            .array(line(80))
            .max(20)
            .optional()
            .describe('Answers to choose from; without them people write their own.'),
        }),
      )
      .max(15)
      .optional(),
  }),
  rules: [nothingTwice('questions', 'question')],
  results: z.object({ leadFormId: z.string() }),
  example: {
    body: {
      userId: demoUser,
      name: 'Wedding cakes',
      privacyPolicyUrl: 'https://bakery.example/privacy',
      questions: ['FULL_NAME', 'EMAIL'],
      customQuestions: [{ question: 'How many guests will come?', options: ['Up to 50', 'More'] }],
    },
    results: { leadFormId: '24500000000000001' },
  },
})
