import { undoStatus } from '../../journal/undoPlans.ts'
import { write } from '../../journal/write.ts'
import { knownStatus } from '../../platforms/search/status.ts'
import { planStatus, setStatus } from './searchStatus.ts'

export const update_campaign_status = write('search/update_campaign_status', {
  steps: [setStatus],
  target: ({ campaignId }) => `campaign/${campaignId}`,
  plan: async ({ campaignId, status }, { connector }) => await planStatus(connector, campaignId, status),
  results: () => ({}),
  undo: async ({ plan: { steps } }, { connector }) =>
    await undoStatus(setStatus.dataIn(steps), 'REMOVED', (id, status) =>
      planStatus(connector, id, knownStatus(status)),
    ),
})
