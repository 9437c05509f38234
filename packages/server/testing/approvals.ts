// A write that waits for approval, for tests about what follows.

import { expectRefusal } from './expectations.ts'
import { newLinkedUser } from './linked.ts'
import type { TestService } from './service.ts'
import { springCampaignId } from './social.ts'

let amount = 40

/** Asked for with a key of its own, for a new user whose raises wait; the key of the service may decide about it. */
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
