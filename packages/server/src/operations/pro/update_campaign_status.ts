import { planStatusUndo, undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { pendingDeletion, planProStatus, setProStatusStep } from './proStatus.ts'

export const update_campaign_status = defineWrite('pro/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setProStatusStep],

  plan: async ({ campaignId, status }, { connector }) =>
    await planProStatus(connector, campaignId, status === 'DELETED' ? pendingDeletion : status),

  async undo({ plan: { steps } }, { connector }) {
    const changes = setProStatusStep.parsePlannedData(steps)
    return await planStatusUndo(changes, pendingDeletion, (id, status) => {
      if (status === 'DRAFT')
        throw undoRefusedError('a campaign that left the status DRAFT cannot return to it.')
      return planProStatus(connector, id, status)
    })
  },

  results: () => ({}),
})
