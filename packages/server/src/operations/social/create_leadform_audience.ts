import { ServiceError } from '../../base/errors.ts'
import { type Step, write } from '../../journal/write.ts'
import { findingOf } from './quiet.ts'
import { textOf } from './rows.ts'

/** https://developers.facebook.com/docs/marketing-api/audiences/guides/engagement-custom-audiences */
const events = {
  open: 'lead_generation_opened',
  close: 'lead_generation_dropoff',
  submit: 'lead_generation_submitted',
} as const

interface Draft {
  readonly [name: string]: string | readonly string[]
  readonly userId: string
  readonly name: string
  readonly description: string
  readonly event: string
  readonly leadFormIds: readonly string[]
}

/** Clocks differ; an audience that is equal in everything and as young as this is ours. */
const clockDifferenceSeconds = 300

const createAudience: Step = {
  async send({ data, ctx }) {
    const { userId, ...draft } = data as Draft
    const social = await ctx.connect(userId, 'social')
    return { upstreamId: await social.audiences.create(draft) }
  },
  async find(step) {
    const { userId, ...draft } = step.data as Draft
    const social = await step.ctx.connect(userId, 'social')
    const notBefore = Math.floor(step.startedAt / 1000) - clockDifferenceSeconds
    return findingOf(await social.audiences.find(draft, notBefore), step)
  },
}

export const create_leadform_audience = write<'social/create_leadform_audience'>({
  async plan({ userId, name, description, type, leadFormIds }, ctx) {
    const social = await ctx.connect(userId, 'social')
    const forms = new Set(
      (await social.leadForms()).filter((row) => row['status'] !== 'DELETED').map((row) => textOf(row, 'id')),
    )
    for (const [index, id] of leadFormIds.entries()) {
      if (forms.has(id)) continue
      const field = `leadFormIds[${index}]`
      const problem = `${field} names no lead form of the linked page. social/get_leadform_list lists them.`
      throw new ServiceError('REFERENCE_NOT_FOUND', { field, values: { problem } })
    }
    const data: Draft = { userId, name, description, event: events[type], leadFormIds }
    const says = `Create the audience ${JSON.stringify(name)} of people with the event ${events[type]} on ${leadFormIds.length} lead forms within 90 days.`
    return {
      steps: [{ name: 'create_audience', says, data }],
      after: { event: events[type], leadFormIds },
    }
  },

  steps: { create_audience: createAudience },
  results: (done, { name }) => ({ audience: { id: done['create_audience']?.upstreamId ?? '', name } }),
})
