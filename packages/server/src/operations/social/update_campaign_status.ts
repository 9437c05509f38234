import { z } from 'zod'
import { foundBy } from '../../journal/plan.ts'
import { step, write } from '../../journal/write.ts'
import { requirePresent } from './campaign.ts'

const setStatus = step('social', 'set_status', {
  data: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, to }, { connector }) {
    await connector.change(id, { status: to })
    return { upstreamId: id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy((await connector.campaignStatus(id)).status, { from, to }, id)
  },
  async rehearse({ id, to }, { connector }) {
    await connector.change(id, { status: to }, { rehearsal: true })
  },
})

export const update_campaign_status = write('social/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setStatus],

  async plan({ campaignId, status }, { connector }) {
    const campaign = await connector.campaignStatus(campaignId)
    requirePresent(campaign)
    const from = campaign.status
    const says = `Set the status of campaign ${JSON.stringify(campaign.name)} from ${from} to ${status}.`
    return {
      steps: from === status ? [] : [setStatus.plan({ id: campaignId, from, to: status }, says)],
      before: { status: from },
      after: { status },
      lessens: status !== 'ACTIVE',
    }
  },

  results: () => ({}),
})
