import { planStatusUndo } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { planTownStatus, setTownStatusStep } from './townStatus.ts'

export const update_campaign_status = defineWrite('town/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setTownStatusStep],
  plan: ({ campaignId, status }, { connector }) => planTownStatus(connector, campaignId, status),
  undo: ({ plan: { steps } }, { connector }) =>
    planStatusUndo(setTownStatusStep.parsePlannedData(steps), 'DELETED', (id, status) =>
      planTownStatus(connector, id, status),
    ),
  results: () => ({}),
})
