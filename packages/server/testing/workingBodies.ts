// Builds request bodies with which each operation succeeds, for tests that run over all operations.

import { declarationOf, type OperationName } from '@adrail/contract'
import { createPendingApproval } from './approvals.ts'
import { newSessionBody } from './consoleSession.ts'
import { newKeyBody } from './keys.ts'
import { linkExistingUser } from './linked.ts'
import { createSandboxAdmin } from './sandbox.ts'
import type { TestService } from './service.ts'
import { createUnresolvedWrite } from './unresolvedWrite.ts'
import { newUser } from './users.ts'
import { newEndpointBody } from './webhooks.ts'

/** Returns the documented example, or another body where the example does not work unchanged. */
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
    // Other tests need the linked user's campaigns unchanged.
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
      // The service fetches this URL, so the sandbox must serve it.
      url: `${createSandboxAdmin(service).url}/_media/video/nursery-200kb.mp4`,
    }),
    // The form filter limits the result, because some surfaces cannot return all leads at once.
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

/** Removes the faults that resolving an operation needs, and lets circuit breakers close again. */
export async function recoverSandbox(service: TestService): Promise<void> {
  await createSandboxAdmin(service).clearFaults()
  service.clock.advance(10 * 60_000)
}
