import { undoRefused, undoStatus } from '../../journal/undoPlans.ts'
import { write } from '../../journal/write.ts'
import { doomed, planStatus, setStatus } from './proStatus.ts'

export const update_campaign_status = write('pro/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setStatus],

  plan: async ({ campaignId, status }, { connector }) =>
    await planStatus(connector, campaignId, status === 'DELETED' ? doomed : status),

  async undo({ plan: { steps } }, { connector }) {
    const changes = setStatus.dataIn(steps)
    return await undoStatus(changes, doomed, (id, status) => {
      if (status === 'DRAFT') throw undoRefused('what was a draft never becomes one again.')
      return planStatus(connector, id, status)
    })
  },

  results: () => ({}),
})
