import type { Body } from '@adrail/contract'
import { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import { undoRefused } from '../../journal/undoPlans.ts'
import { step, write } from '../../journal/write.ts'
import { fieldName } from '../../leads/readLead.ts'
import type { AskedForm } from '../../platforms/social/pageLeads.ts'

const removeLead = step('social', 'remove', {
  data: z.object({ formId: z.string(), id: z.string() }),
  async send({ id }, { connector }) {
    await connector.leads.remove(id)
    return { upstreamId: id }
  },
  async find({ formId, id }, { connector }) {
    const isThere = (await connector.leads.testIds(formId)).has(id)
    return isThere ? { state: 'not_done' } : { state: 'done', outcome: { upstreamId: id } }
  },
})

/** A form has one at a time, so that sending it again makes no second one, and what is there and was not before is ours. */
const createLead = step('social', 'create', {
  data: z.object({
    formId: z.string(),
    before: z.array(z.string()),
    answers: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  }),
  async send({ formId, answers }, { connector }) {
    return { upstreamId: await connector.leads.createTest(formId, answers) }
  },
  async find({ formId, before }, { connector }) {
    const [ours] = [...(await connector.leads.testIds(formId))].filter((id) => !before.includes(id))
    return ours === undefined ? { state: 'not_done' } : { state: 'done', outcome: { upstreamId: ours } }
  },
})

export const create_test_lead = write('social/create_test_lead', {
  replayForMs: 60_000,
  createsLeads: true,
  target: ({ formId }) => `leadForm/${formId}`,
  steps: [removeLead, createLead],

  async plan({ formId, fields, replace }, { connector }) {
    const form = (await connector.leads.forms()).find(({ id }) => id === formId)
    if (!form) throw new ServiceError('OBJECT_NOT_FOUND', { field: 'formId', values: { platform: 'social' } })
    const answers = answersOf(form, fields)
    const before = [...(await connector.leads.testIds(formId))]
    if (before.length > 0 && replace !== true) {
      const problem =
        'the form has a test lead, and can have one at a time. Send replace: true to delete it first.'
      throw new ServiceError('PLATFORM_REJECTED', {
        field: 'replace',
        values: { platform: 'social', problem },
      })
    }
    const says = `Create a test lead on the form ${JSON.stringify(form.name)}.`
    return {
      steps: [
        ...before.map((id) => removeLead.plan({ formId, id }, `Delete the test lead ${id} of the form.`)),
        createLead.plan({ formId, before, answers }, says),
      ],
    }
  },

  async undo({ done, body: { formId } }, { connector }) {
    const [{ upstreamId: id = '' } = {}] = createLead.outcomesIn(done)
    if (!(await connector.leads.testIds(formId)).has(id)) throw undoRefused('the test lead is gone already.')
    return { steps: [removeLead.plan({ formId, id }, `Delete the test lead ${id}.`)] }
  },

  results: (done) => ({ testLeadId: createLead.outcomesIn(done)[0]?.upstreamId ?? '' }),
})

/** By the keys of the form's questions, for the names under which leads are told. */
function answersOf({ questions = [] }: AskedForm, fields: Body<'social/create_test_lead'>['fields'] = []) {
  const keys = new Map(
    questions.map(({ key = '', type = 'CUSTOM' }) => [type === 'CUSTOM' ? key : fieldName(type), key]),
  )
  return fields.map(({ name, value }, index) => {
    const key = keys.get(name)
    if (key !== undefined) return { name: key, values: [value] }
    const problem = `fields[${index}].name is no question of the form. It asks ${[...keys.keys()].join(', ')}.`
    throw new ServiceError('REFERENCE_NOT_FOUND', { field: `fields[${index}].name`, values: { problem } })
  })
}
