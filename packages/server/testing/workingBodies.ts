// Bodies with which every operation succeeds, for tests over all of them.

import { declarationOf, type OperationName } from '@adrail/contract'
import { createPendingApproval } from './approvals.ts'
import { newSessionBody } from './consoleSession.ts'
import { newKeyBody } from './keys.ts'
import { linkExistingUser } from './linked.ts'
import { createSandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'
import { createUnresolvedWrite } from './unsettled.ts'
import { newUser } from './users.ts'
import { newEndpointBody } from './webhooks.ts'

/** The documented example, or another body where it does not fit as it stands. */
export async function buildWorkingBody(
  name: OperationName,
  service: TestService,
  userId: string,
): Promise<object> {
  const bodyFactories: Partial<Record<OperationName, () => Promise<object>>> = {
    'user/get_profile': async () => ({ userId }),
    'report/get_report': async () => ({
      ...declarationOf('report/get_report').example.body,
      userIds: [userId],
    }),
    // Other tests need the campaigns of the linked user as they are.
    'campaign/pause_campaigns': async () => ({ userIds: [await newUser(service)] }),
    'user/delete_user': async () => ({ userId: await newUser(service) }),
    'auth/create_link': async () => ({ userId, platform: 'SEARCH' }),
    'auth/get_link_status': async () => {
      const { results } = await service.call('auth/create_link', { userId, platform: 'SEARCH' })
      return { linkId: results.linkId }
    },
    'auth/remove_link': async () => {
      const otherUserId = await newUser(service)
      await linkExistingUser(service, otherUserId, { platform: 'SEARCH' })
      return { userId: otherUserId, platform: 'SEARCH' }
    },
    'operation/settle_operation': async () => {
      const userBody = { userId: await newUser(service) }
      await linkExistingUser(service, userBody.userId, { platform: 'SOCIAL_A' })
      const editBody = { ...userBody, campaignId: '120210000000000011', amount: 33 }
      const operationId = await createUnresolvedWrite(service, 'social/edit_campaign', editBody)
      return { operationId, done: true, reason: 'Seen.' }
    },
    'operation/get_operation': async () => {
      const campaignId = '120210000000000011'
      const body = { userId, campaignId, status: 'PAUSED' as const }
      const { results } = await service.call('social/update_campaign_status', body)
      return { operationId: results.operationId }
    },
    'operation/undo_operation': async () => {
      const body = { userId, campaignId: '120210000000000011', amount: 19 }
      const { results } = await service.call('social/edit_campaign', body)
      return { operationId: results.operationId }
    },
    'pro/upload_video': async () => ({
      userId,
      // What the service itself fetches has to be somewhere.
      url: `${createSandboxAdmin(service).url}/_media/video/nursery-200kb.mp4`,
    }),
    // All of them would be more than some surfaces give out at once.
    'lead/list_leads': async () => ({ userId, formId: '1' }),
    'workspace/update_settings': async () => declarationOf('workspace/update_settings').example.body,
    'lead/get_lead': async () => {
      const { results } = await service.call('lead/list_leads', { userId })
      return { userId, leadId: results.leads[0]?.leadId ?? '' }
    },
    'approval/decide': async () => ({ ...(await createPendingApproval(service)), decision: 'REJECTED' }),
  }
  const { example, input } = declarationOf(name)
  const body = {
    ...example.body,
    ...('userId' in input.shape ? { userId } : {}),
    ...(/_key$/.test(name) && 'keyId' in input.shape ? await newKeyBody(service) : {}),
    ...('endpointId' in input.shape ? await newEndpointBody(service) : {}),
    ...('sessionId' in input.shape ? await newSessionBody(service) : {}),
  }
  return (await bodyFactories[name]?.()) ?? body
}

/** Afterwards: settling needs a platform that is ill. Whatever was kept back is let through again. */
export async function recoverSandbox(service: TestService): Promise<void> {
  await createSandboxAdmin(service).clearFaults()
  service.clock.advance(10 * 60_000)
}
