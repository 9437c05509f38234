import { expectRefusal } from './expectations.ts'
import { newLinkedUser } from './linked.ts'
import type { TestService } from './service.ts'
import { springCampaignId } from './social.ts'

let amount = 40

/**
 * Creates a write that needs approval. A new key requests it for a new user whose spend increases need
 * approval. The service's key may decide.
 */
export async function createPendingApproval(
  service: TestService,
): Promise<{ operationId: string; planHash: string }> {
  const userId = await newLinkedUser(service)
  await service.call('workspace/update_settings', { userId, approval: { kinds: ['RAISE'] } })
  const { text: apiKey } = await service.newKey()
  const body = { userId, campaignId: springCampaignId, amount: ++amount }
  const response = await service.call('social/edit_campaign', body, { apiKey })
  const { operationId = '', planHash = '' } = expectRefusal(response, 'APPROVAL_REQUIRED')
  return { operationId, planHash }
}
