import { type Step, write } from '../../journal/write.ts'
import { quoted, requireOwn } from './campaign.ts'
import { textOf } from './rows.ts'

interface Change {
  readonly [name: string]: string
  readonly userId: string
  readonly id: string
  readonly from: string
  readonly to: string
}

const setStatus: Step = {
  async send({ data, ctx }) {
    const { userId, id, to } = data as Change
    const social = await ctx.connect(userId, 'social')
    await social.change(id, { status: to })
    return { upstreamId: id }
  },
  async find({ data, ctx }) {
    const { userId, id, from, to } = data as Change
    const social = await ctx.connect(userId, 'social')
    const status = textOf(await social.node(id, 'status'), 'status')
    if (status === to) return { state: 'done', outcome: { upstreamId: id } }
    return { state: status === from ? 'not_done' : 'conflict' }
  },
}

export const update_campaign_status = write<'social/update_campaign_status'>({
  target: ({ campaignId }) => `social/campaign/${campaignId}`,

  async plan({ userId, campaignId, status }, ctx) {
    const social = await ctx.connect(userId, 'social')
    // Only campaigns have an objective: an ad set by the same id is refused as unknown.
    const campaign = await social.node(campaignId, 'id,name,account_id,status,objective')
    requireOwn(campaign, social)
    const from = textOf(campaign, 'status')
    const data: Change = { userId, id: campaignId, from, to: status }
    const says = `Set the status of campaign ${quoted(campaign)} from ${from} to ${status}.`
    return {
      steps: from === status ? [] : [{ name: 'set_status', says, data }],
      before: { status: from },
      after: { status },
    }
  },

  async rehearse({ steps }, _, ctx) {
    for (const { data } of steps) {
      const { userId, id, to } = data as Change
      const social = await ctx.connect(userId, 'social')
      await social.change(id, { status: to }, { rehearsal: true })
    }
  },

  steps: { set_status: setStatus },
  results: () => ({}),
})
