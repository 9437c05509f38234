import { planStatusUndo } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { toSettableStatus } from '../../platforms/search/status.ts'
import { planSearchStatus, setSearchStatusStep } from './searchStatus.ts'

export const update_campaign_status = defineWrite('search/update_campaign_status', {
  steps: [setSearchStatusStep],
  target: ({ campaignId }) => `campaign/${campaignId}`,
  plan: async ({ campaignId, status }, { connector }) =>
    await planSearchStatus(connector, campaignId, status),
  results: () => ({}),
  undo: async ({ plan: { steps } }, { connector }) =>
    await planStatusUndo(setSearchStatusStep.parsePlannedData(steps), 'REMOVED', (id, status) =>
      planSearchStatus(connector, id, toSettableStatus(status)),
    ),
})
