import { costs } from '../../../testing/costs.ts'
import { linkedUser } from '../../../testing/linked.ts'
import { spring } from '../../../testing/social.ts'

costs('operation/get_operation', { store: 3, upstream: 0 }, async (service) => {
  const userId = await linkedUser(service)
  const body = { userId, campaignId: spring, status: 'PAUSED' } as const
  const { results } = await service.call('social/update_campaign_status', body)
  return { operationId: results.operationId }
})
