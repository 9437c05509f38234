// A write that waits for approval, for tests about what follows.

import { expectRefusal } from './expectations.ts'
import { linkedUser } from './linked.ts'
import type { TestService } from './service.ts'
import { spring } from './social.ts'

let amount = 40

/** Asked for with a key of its own, for a new user whose raises wait; the key of the service may decide about it. */
export async function newWaiting(service: TestService): Promise<{ operationId: string; planHash: string }> {
  const userId = await linkedUser(service)
  await service.call('workspace/update_settings', { userId, approval: { kinds: ['RAISE'] } })
  const { text: apiKey } = await service.newKey()
  const body = { userId, campaignId: spring, amount: ++amount }
  const answer = await service.call('social/edit_campaign', body, { apiKey })
  const { operationId = '', planHash = '' } = expectRefusal(answer, 'APPROVAL_REQUIRED')
  return { operationId, planHash }
}
