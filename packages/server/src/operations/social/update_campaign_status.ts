import { undoStatus } from '../../journal/undoPlans.ts'
import { write } from '../../journal/write.ts'
import { planStatus, setStatus } from './socialStatus.ts'

export const update_campaign_status = write('social/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setStatus],
  plan: async ({ campaignId, status }, { connector }) => await planStatus(connector, campaignId, status),
  results: () => ({}),
  undo: async ({ plan: { steps } }, { connector }) =>
    await undoStatus(setStatus.dataIn(steps), 'DELETED', (id, status) => planStatus(connector, id, status)),
})
