import { ServiceError } from '../../base/errors.ts'
import { type Step, write } from '../../journal/write.ts'
import type { Part } from '../../platforms/search/connector.ts'
import { connectorFor } from './connection.ts'
import { ourStatus, platformStatus } from './status.ts'

type Change = {
  readonly accountId: string
  readonly id: string
  readonly resourceName: string
  readonly from: string
  readonly to: 'ENABLED' | 'PAUSED' | 'REMOVED'
}

export const update_campaign_status = write<'search/update_campaign_status'>({
  target: ({ campaignId }) => `search/campaign/${campaignId}`,

  async plan({ userId, campaignId, status }, ctx) {
    const connector = await ctx.connect(userId, 'search')
    const campaign = await connector.campaign(campaignId)
    const to = platformStatus[status]
    // What was deleted is gone for good; deleting it again changes nothing.
    if (!campaign || (campaign.status === 'REMOVED' && to !== 'REMOVED'))
      throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
    const { accountId } = connector.selection
    const { id, resourceName, name, status: from } = campaign
    const data: Change = { accountId, id, resourceName, from, to }
    return {
      steps: [
        { name: 'change', says: `Change the campaign "${name}" from ${ourStatus(from)} to ${status}.`, data },
      ],
      before: { status: ourStatus(from) },
      after: { status },
    }
  },

  async rehearse({ steps: [step] }, _body, ctx) {
    // The one step of the plan above.
    const change = step?.data as Change
    if (change.from === change.to) return
    await (await connectorFor(ctx, change.accountId)).validate([partOf(change)])
  },

  steps: { change: change() },

  results: () => ({}),
})

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignOperation */
function partOf({ resourceName, to }: Change): Part {
  return {
    origin: 'status',
    operation: {
      campaignOperation:
        to === 'REMOVED'
          ? { remove: resourceName }
          : { updateMask: 'status', update: { resourceName, status: to } },
    },
  }
}

function change(): Step<Change> {
  return {
    async send({ data, ctx }) {
      if (data.from !== data.to) {
        const connector = await connectorFor(ctx, data.accountId)
        await connector.mutate([partOf(data)])
      }
      return { upstreamId: data.id }
    },
    async find({ data, ctx }) {
      const connector = await connectorFor(ctx, data.accountId)
      const status = (await connector.campaign(data.id))?.status
      if (status === data.to) return { state: 'done', outcome: { upstreamId: data.id } }
      return { state: status === data.from ? 'not_done' : 'conflict' }
    },
  }
}
