import { z } from 'zod'
import { withAliases, withValueAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { noDuplicates } from '../../rules.ts'
import { line, objectName, userId, webUrl } from '../../values.ts'
import { demoUser } from '../demo.ts'

/** Questions that Meta fills in from a person's profile and shows in the person's language. */
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

/** The aliases are the names in search/create_lead_form and in the leads. */
const standardQuestion = withValueAliases(
  z.enum(standardQuestions),
  ['PHONE', 'PHONE_NUMBER'],
  ['POSTAL_CODE', 'POST_CODE'],
)

export const create_lead_form = declareOperation({
  writeEffect: { platform: 'social', scope: 'write', event: 'lead_form.created' },
  summary: "Creates a lead form on a user's page, for use in social/create_campaign.",
  description:
    'Forms cannot be changed. If the name is already in use, adrail adds a number. The page must have accepted the terms (social/get_lead_form_terms).',
  errors: ['TERMS_NOT_ACCEPTED'],
  permissions: [{ permission: 'pages_manage_ads' }],
  input: z.object({
    userId,
    name: objectName(60),
    privacyPolicyUrl: withAliases(webUrl(2048), 'privacyPolicyUrl', 'privacy_policy_url'),
    followUpUrl: webUrl(2048).optional().describe('URL that the last screen of the form links to.'),
    questions: z.array(standardQuestion).min(1).max(standardQuestions.length),
    customQuestions: z
      .array(
        z.object({
          question: line(80),
          options: z.array(line(80)).max(20).optional().describe('Choices that the question offers.'),
        }),
      )
      .max(15)
      .optional(),
  }),
  rules: [noDuplicates('questions', 'question')],
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
