// An equal request without a key arrives soon after a success, regardless of the duration of the first write.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { useSocial } from '../../testing/social.ts'
import { findCampaignsByName, minimalSocialCampaign } from '../../testing/socialCampaign.ts'
import { minuteMs } from '../runtime/durations.ts'

const social = useSocial()
const { service, sandbox } = social
const create = (name: string) => social.call('social/create_campaign', minimalSocialCampaign(name))

test('an equal request without a key creates no second campaign when the first one needed approval for an hour', async () => {
  const approver = await service.newKey({ scopes: ['approve'] })
  await service.call('workspace/update_settings', { approval: { kinds: ['CREATE'] } })
  const { operationId = '', planHash = '' } = expectRefusal(await create('Waited'), 'APPROVAL_REQUIRED')
  service.clock.advance(60 * minuteMs)
  const decided = await service.call(
    'approval/decide',
    { operationId, planHash, decision: 'APPROVED', reason: '' },
    { apiKey: approver.text },
  )
  expect(expectSuccess('approval/decide', decided).state).toBe('SUCCEEDED')
  await service.call('workspace/update_settings', { approval: {} })
  service.clock.advance(minuteMs)
  const { campaignId } = expectSuccess('social/create_campaign', await create('Waited'))
  expect(await findCampaignsByName(social, 'Waited')).toMatchObject([{ id: campaignId }])
})

test('an equal request without a key creates no second campaign when the first outcome was unknown for 14 minutes', async () => {
  // adrail cannot read whether the campaign was switched on.
  await sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
  await sandbox.injectFault({
    call: 'campaign.read',
    kind: 'status',
    status: 503,
    code: '2',
    times: 1000,
    skip: 1,
  })
  const { operationId = '' } = expectRefusal(await create('Unknown'), 'OPERATION_PENDING')
  service.clock.advance(14 * minuteMs)
  await sandbox.clearFaults()
  service.clock.advance(30_000)
  const state = async () => (await service.call('operation/get_operation', { operationId })).results.state
  await expect.poll(state).toBe('SUCCEEDED')
  service.clock.advance(2 * minuteMs)
  const { campaignId } = expectSuccess('social/create_campaign', await create('Unknown'))
  expect(await findCampaignsByName(social, 'Unknown')).toMatchObject([{ id: campaignId }])
})

test('an equal request without a key creates the campaign again, once, when the first one was undone', async () => {
  const { operationId = '' } = expectSuccess('social/create_campaign', await create('Undone'))
  expectSuccess('operation/undo_operation', await service.call('operation/undo_operation', { operationId }))
  const { campaignId } = expectSuccess('social/create_campaign', await create('Undone'))
  expect(await findCampaignsByName(social, 'Undone')).toMatchObject([{ id: campaignId }])
  // A further equal request creates no other campaign.
  expect(expectSuccess('social/create_campaign', await create('Undone')).campaignId).toBe(campaignId)
})
