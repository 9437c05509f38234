import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import { freeName } from '../../base/freeName.ts'
import { step, write } from '../../journal/write.ts'
import { leadTermsUrl } from './leadTerms.ts'

const form = z.object({
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

/** A page has no two forms of one name: ours is the one of this name, which was free when it was planned. */
const createForm = step('social', 'create', {
  data: form,
  async send({ follow_up_action_url: followUp, questions, ...data }, { connector }) {
    const asked = questions.map(({ label, options, ...question }) => ({
      ...question,
      ...(label === undefined ? {} : { label }),
      ...(options === undefined ? {} : { options }),
    }))
    const made = {
      ...data,
      questions: asked,
      ...(followUp === undefined ? {} : { follow_up_action_url: followUp }),
    }
    return { upstreamId: await connector.leads.createForm(made) }
  },
  async find({ name }, { connector }) {
    const ours = (await connector.leads.forms()).find(
      (each) => each.name === name && each.status !== 'DELETED',
    )
    // Sending it again makes no second one.
    return ours ? { state: 'done', outcome: { upstreamId: ours.id } } : { state: 'not_done' }
  },
})

export const create_lead_form = write('social/create_lead_form', {
  replayForMs: 60_000,
  steps: [createForm],

  async plan(body, { connector }) {
    const [forms, accepted] = await Promise.all([connector.leads.forms(), connector.leadTermsAccepted()])
    const { page } = connector.selection
    if (accepted === false) {
      const problem = `those of lead forms, by the page. Somebody who manages it accepts them at ${leadTermsUrl(page.id)}`
      throw new ServiceError('TERMS_NOT_ACCEPTED', { values: { platform: 'social', problem } })
    }
    const name = freeName(
      body.name,
      forms.map((each) => each.name),
    )
    const says = `Create the lead form ${JSON.stringify(name)} on the page ${JSON.stringify(page.name)}. It cannot be changed later.`
    return { steps: [createForm.plan(formOf(body, name), says)] }
  },

  results: (done) => ({ leadFormId: createForm.outcomesIn(done)[0]?.upstreamId ?? '' }),
})

function formOf(body: Body<'social/create_lead_form'>, name: string): z.infer<typeof form> {
  const { customQuestions = [] } = body
  return {
    name,
    privacy_policy: { url: body.privacyPolicyUrl },
    ...(body.followUpUrl === undefined ? {} : { follow_up_action_url: body.followUpUrl }),
    questions: [
      ...body.questions.map((type) => ({ type, key: type.toLowerCase() })),
      // Answers come under the key: always ours, so that the question's words do not become one.
      ...customQuestions.map(({ question, options = [] }, index) => ({
        type: 'CUSTOM',
        key: `question_${index + 1}`,
        label: question,
        ...(options.length === 0
          ? {}
          : { options: options.map((value, at) => ({ key: `option_${at + 1}`, value })) }),
      })),
    ],
  }
}
