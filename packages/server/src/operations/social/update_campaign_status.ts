import { planStatusUndo } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { planSocialStatus, setSocialStatusStep } from './socialStatus.ts'

export const update_campaign_status = defineWrite('social/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setSocialStatusStep],
  plan: async ({ campaignId, status }, { connector }) =>
    await planSocialStatus(connector, campaignId, status),
  results: () => ({}),
  undo: async ({ plan: { steps } }, { connector }) =>
    await planStatusUndo(setSocialStatusStep.parsePlannedData(steps), 'DELETED', (id, status) =>
      planSocialStatus(connector, id, status),
    ),
})
