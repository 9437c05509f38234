import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { defineStep } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { uniqueName } from '../campaign/uniqueName.ts'
import { buildLeadTermsUrl } from './leadTerms.ts'

const leadFormData = z.object({
  name: z.string(),
  privacy_policy: z.object({ url: z.string() }),
  follow_up_action_url: z.string().optional(),
  questions: z.array(
    z.object({
      type: z.string(),
      key: z.string(),
      label: z.string().optional(),
      options: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
    }),
  ),
})

/**
 * Form names are unique per page. The planned name was unused, so the form that has it now was created by
 * this write.
 */
const createFormStep = defineStep('social', 'create', {
  dataSchema: leadFormData,
  async send({ follow_up_action_url: followUp, questions, ...data }, { connector }) {
    const formQuestions = questions.map(({ label, options, ...question }) => ({
      ...question,
      ...(label === undefined ? {} : { label }),
      ...(options === undefined ? {} : { options }),
    }))
    const formPayload = {
      ...data,
      questions: formQuestions,
      ...(followUp === undefined ? {} : { follow_up_action_url: followUp }),
    }
    return { upstreamId: await connector.leads.createForm(formPayload) }
  },
  async reconcile({ name }, { connector }) {
    const existingForm = (await connector.leads.listForms()).find(
      (form) => form.name === name && form.status !== 'DELETED',
    )
    // A resend cannot create a second form of that name.
    return existingForm ? { state: 'done', outcome: { upstreamId: existingForm.id } } : { state: 'not_done' }
  },
})

export const create_lead_form = defineWrite('social/create_lead_form', {
  replayWindowMs: 60_000,
  steps: [createFormStep],

  async plan(body, { connector }) {
    const [forms, areTermsAccepted] = await Promise.all([
      connector.leads.listForms(),
      connector.library.hasAcceptedLeadTerms(),
    ])
    const { page } = connector.selection
    if (areTermsAccepted === false) {
      const problem = `the terms of lead forms. A person who manages the page accepts them at ${buildLeadTermsUrl(page.id)}.`
      throw new ServiceError('TERMS_NOT_ACCEPTED', { values: { platform: 'social', problem } })
    }
    const name = uniqueName(
      body.name,
      forms.map((form) => form.name),
    )
    const description = `Create the lead form ${JSON.stringify(name)} on the page ${JSON.stringify(page.name)}. It cannot be changed later.`
    return { steps: [createFormStep.toPlannedStep(toFormData(body, name), description)] }
  },

  results: (doneSteps) => ({ leadFormId: createFormStep.collectOutcomes(doneSteps)[0]?.upstreamId ?? '' }),
})

function toFormData(body: Body<'social/create_lead_form'>, name: string): z.infer<typeof leadFormData> {
  const { customQuestions = [] } = body
  return {
    name,
    privacy_policy: { url: body.privacyPolicyUrl },
    ...(body.followUpUrl === undefined ? {} : { follow_up_action_url: body.followUpUrl }),
    questions: [
      ...body.questions.map((type) => ({ type, key: type.toLowerCase() })),
      // Leads report answers under this key. Without a key, the platform derives one from the label.
      ...customQuestions.map(({ question, options = [] }, index) => ({
        type: 'CUSTOM',
        key: `question_${index + 1}`,
        label: question,
        ...(options.length === 0
          ? {}
          : { options: options.map((value, optionIndex) => ({ key: `option_${optionIndex + 1}`, value })) }),
      })),
    ],
  }
}
