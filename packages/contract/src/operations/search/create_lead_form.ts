import { z } from 'zod'
import { withAliases } from '../../aliases.ts'
import { declareOperation } from '../../declare.ts'
import { findDuplicates, line, nonBlankText, objectName, userId, webUrl } from '../../values.ts'
import { demoUser } from '../demo.ts'
import { callToActionTypes, leadFormFields, qualifyingFields } from './values.ts'

export const create_lead_form = declareOperation({
  writeEffect: { platform: 'search', scope: 'write', event: 'lead_form.created' },
  summary: 'Creates a lead form for search campaigns.',
  description:
    '`name` is both the business name and the name of the form. If the name is already in use, adrail adds a number. Lead forms cannot be deleted. Google Ads accepts at most five qualifying questions, and may refuse a `call_to_action_description` of more than 30 characters.',
  errors: ['POLICY_VIOLATION'],
  input: z.object({
    userId,
    name: objectName(25),
    headline: line(30),
    description: nonBlankText(90),
    privacy_policy_url: withAliases(webUrl(2048), 'privacy_policy_url', 'privacyPolicyUrl'),
    call_to_action_type: z.enum(callToActionTypes),
    call_to_action_description: nonBlankText(200),
    input_fields: z.array(z.enum(leadFormFields)).min(1).max(leadFormFields.length),
  }),
  rules: [
    {
      description: 'Each input field must occur only once.',
      fields: ['input_fields'],
      check({ input_fields = [] }, report) {
        for (const index of findDuplicates(input_fields))
          report(`input_fields[${index}]`, 'DUPLICATE', `repeats the input field ${input_fields[index]}.`)
      },
    },
    {
      description: '`FULL_NAME` cannot be combined with `FIRST_NAME` or `LAST_NAME`.',
      fields: ['input_fields'],
      check({ input_fields = [] }, report) {
        if (!input_fields.includes('FULL_NAME')) return
        for (const [index, field] of input_fields.entries())
          if (field === 'FIRST_NAME' || field === 'LAST_NAME')
            report(`input_fields[${index}]`, 'CONFLICT', `cannot be ${field} together with FULL_NAME.`)
      },
    },
    {
      description:
        'At most five qualifying questions are allowed (the fields from `COMPANY_SIZE` onward in the list of values).',
      fields: ['input_fields'],
      check({ input_fields = [] }, report) {
        const questions = input_fields.filter((field) =>
          (qualifyingFields as readonly string[]).includes(field),
        )
        if (questions.length > 5)
          report(
            'input_fields',
            'TOO_MANY',
            `may have at most 5 qualifying questions, not ${questions.length}.`,
          )
      },
    },
  ],
  results: z.object({ leadFormAssetId: z.string() }),
  example: {
    body: {
      userId: demoUser,
      name: 'Garden plan',
      headline: 'Get a garden plan',
      description: 'Tell us about your garden and we will call you back.',
      privacy_policy_url: 'https://shop.foxgarden.example/privacy',
      call_to_action_type: 'GET_QUOTE',
      call_to_action_description: 'Free plan within two days',
      input_fields: ['FULL_NAME', 'EMAIL', 'PREFERRED_CONTACT_TIME'],
    },
    results: { leadFormAssetId: '190026521' },
  },
})
