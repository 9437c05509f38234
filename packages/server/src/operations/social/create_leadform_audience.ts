import { z } from 'zod'
import { defineStep, reconcileCreation } from '../../journal/step.ts'
import { defineWrite } from '../../journal/write.ts'
import { ServiceError } from '../../runtime/errors.ts'

/** https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences */
const eventByType = {
  open: 'lead_generation_opened',
  close: 'lead_generation_dropoff',
  submit: 'lead_generation_submitted',
} as const

/**
 * Reconciliation takes an audience for the created one when all fields are equal and it is not older than
 * the write. The clocks of the platform's servers differ by less than this.
 */
const maxClockSkewSeconds = 60

const createAudienceStep = defineStep('social', 'create_audience', {
  dataSchema: z.object({
    name: z.string(),
    description: z.string(),
    event: z.string(),
    leadFormIds: z.array(z.string()),
  }),
  async send(draft, { connector }) {
    return { upstreamId: await connector.audiences.create(draft) }
  },
  async reconcile(draft, context) {
    const notBefore = Math.floor(context.plannedAt / 1000) - maxClockSkewSeconds
    return reconcileCreation(await context.connector.audiences.findCreated(draft, notBefore), context)
  },
})

export const create_leadform_audience = defineWrite('social/create_leadform_audience', {
  replayWindowMs: 60_000,
  steps: [createAudienceStep],

  async plan({ name, description, type, leadFormIds }, { connector }) {
    const liveForms = (await connector.library.leadForms()).filter(({ status }) => status !== 'DELETED')
    const formIds = new Set(liveForms.map(({ id }) => id))
    for (const [index, id] of leadFormIds.entries()) {
      if (formIds.has(id)) continue
      const field = `leadFormIds[${index}]`
      const problem = `${field} does not match any lead form of the linked page. social/get_leadform_list lists them.`
      throw new ServiceError('REFERENCE_NOT_FOUND', { field, values: { problem } })
    }
    const event = eventByType[type]
    const stepDescription = `Create the audience ${JSON.stringify(name)} from people who triggered ${event} on ${leadFormIds.length} lead forms in the last 90 days.`
    return {
      steps: [createAudienceStep.toPlannedStep({ name, description, event, leadFormIds }, stepDescription)],
      after: { event, leadFormIds },
    }
  },

  results: (doneSteps, { name }) => ({
    audience: { id: createAudienceStep.collectOutcomes(doneSteps)[0]?.upstreamId ?? '', name },
  }),
})
