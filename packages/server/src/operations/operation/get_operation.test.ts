import { testOperationCosts } from '../../../testing/costs.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { springCampaignId } from '../../../testing/social.ts'

testOperationCosts('operation/get_operation', { store: 3, upstream: 0 }, async (service) => {
  const userId = await newLinkedUser(service)
  const body = { userId, campaignId: springCampaignId, status: 'PAUSED' } as const
  const { results } = await service.call('social/update_campaign_status', body)
  return { operationId: results.operationId }
})
