import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { defineStep } from '../../journal/step.ts'
import { undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { toCanonicalFieldName } from '../../platforms/connector-kit/leadAdapter.ts'
import type { LeadFormWithQuestions } from '../../platforms/social/pageLeads.ts'
import { ServiceError } from '../../runtime/errors.ts'

const removeLeadStep = defineStep('social', 'remove', {
  dataSchema: z.object({ formId: z.string(), id: z.string() }),
  async send({ id }, { connector }) {
    await connector.leads.deleteLead(id)
    return { upstreamId: id }
  },
  async reconcile({ formId, id }, { connector }) {
    const exists = (await connector.leads.listTestIds(formId)).has(id)
    return exists ? { state: 'not_done' } : { state: 'done', outcome: { upstreamId: id } }
  },
})

/**
 * A form has at most one test lead at a time, so a resend cannot create a second one. A test lead that is
 * not in `before` was created by this write.
 */
const createLeadStep = defineStep('social', 'create', {
  dataSchema: z.object({
    formId: z.string(),
    before: z.array(z.string()),
    answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  }),
  async send({ formId, answers }, { connector }) {
    return { upstreamId: await connector.leads.createTestLead(formId, answers) }
  },
  async reconcile({ formId, before }, { connector }) {
    const [createdId] = [...(await connector.leads.listTestIds(formId))].filter((id) => !before.includes(id))
    return createdId === undefined
      ? { state: 'not_done' }
      : { state: 'done', outcome: { upstreamId: createdId } }
  },
})

export const create_test_lead = defineWrite('social/create_test_lead', {
  replayWindowMs: 60_000,
  createsLeads: true,
  target: ({ formId }) => `leadForm/${formId}`,
  steps: [removeLeadStep, createLeadStep],

  async plan({ formId, fields, replace }, { connector }) {
    const form = (await connector.leads.listForms()).find(({ id }) => id === formId)
    if (!form) throw new ServiceError('OBJECT_NOT_FOUND', { field: 'formId', values: { platform: 'social' } })
    const answers = toLeadAnswers(form, fields)
    const before = [...(await connector.leads.listTestIds(formId))]
    if (before.length > 0 && replace !== true) {
      const problem = 'the form already has a test lead, the maximum. Send replace: true to delete it first.'
      throw new ServiceError('PLATFORM_REJECTED', {
        field: 'replace',
        values: { platform: 'social', problem },
      })
    }
    const description = `Create a test lead on the form ${JSON.stringify(form.name)}.`
    return {
      steps: [
        ...before.map((id) =>
          removeLeadStep.toPlannedStep({ formId, id }, `Delete the test lead ${id} of the form.`),
        ),
        createLeadStep.toPlannedStep({ formId, before, answers }, description),
      ],
    }
  },

  async undo({ doneSteps, body: { formId } }, { connector }) {
    const [{ upstreamId: id = '' } = {}] = createLeadStep.collectOutcomes(doneSteps)
    if (!(await connector.leads.listTestIds(formId)).has(id))
      throw undoRefusedError('the test lead no longer exists.')
    return { steps: [removeLeadStep.toPlannedStep({ formId, id }, `Delete the test lead ${id}.`)] }
  },

  results: (doneSteps) => ({ testLeadId: createLeadStep.collectOutcomes(doneSteps)[0]?.upstreamId ?? '' }),
})

/** Maps the field names that adrail reports leads under to the keys of the form's questions. */
function toLeadAnswers(
  { questions = [] }: LeadFormWithQuestions,
  fields: Body<'social/create_test_lead'>['fields'] = [],
) {
  const keyByFieldName = new Map(
    questions.map(({ key = '', type = 'CUSTOM' }) => [
      type === 'CUSTOM' ? key : toCanonicalFieldName(type),
      key,
    ]),
  )
  return fields.map(({ name, value }, index) => {
    const key = keyByFieldName.get(name)
    if (key !== undefined) return { name: key, values: [value] }
    const problem = `fields[${index}].name is not a question of the form. The form has ${[...keyByFieldName.keys()].join(', ')}.`
    throw new ServiceError('REFERENCE_NOT_FOUND', { field: `fields[${index}].name`, values: { problem } })
  })
}
