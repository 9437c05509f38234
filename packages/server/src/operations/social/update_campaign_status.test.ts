import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { isVariedRun } from '../../../testing/service.ts'
import { describeRefusals, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/update_campaign_status'

const statusOf = async (campaignId: string, status: 'ACTIVE' | 'PAUSED' | 'DELETED') => {
  const { results } = await social.call('social/get_campaigns', { status })
  return results.campaigns.some(({ id }) => id === campaignId)
}

describe('social/update_campaign_status', () => {
  test('pauses a campaign with a read, an update and a verifying read, and resumes the campaign [R4.add.social-update_campaign_status, R4.add.social-update_campaign_status.results]', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId, status: 'PAUSED' })
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read', 'campaign.update', 'campaign.read'])
    expect(await statusOf(springCampaignId, 'PAUSED')).toBe(true)
    await social.call(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
    expect(await statusOf(springCampaignId, 'ACTIVE')).toBe(true)
  })

  test('sends no update when the campaign already has the status', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('deletes a campaign and returns PLATFORM_REJECTED for a later change of its status', async () => {
    const campaignId = '120210000000000240'
    expectSuccess(operation, await social.call(operation, { campaignId, status: 'DELETED' }))
    expect(await statusOf(campaignId, 'DELETED')).toBe(true)
    const response = await social.callRecorded(operation, { campaignId, status: 'ACTIVE' })
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('returns PLATFORM_REJECTED for an archived campaign', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const archived = results.campaigns.find(({ status }) => status === 'ARCHIVED')?.id ?? ''
    const response = await social.call(operation, { campaignId: archived, status: 'ACTIVE' })
    expectRefusal(response, 'PLATFORM_REJECTED')
    if (!isVariedRun()) expect(response.results.error).toContain('archived')
  })

  test('validates a dry run at Meta, returns the plan and changes nothing', async () => {
    await social.sandbox.clearRequests()
    const response = await social.call(operation, {
      campaignId: springCampaignId,
      status: 'PAUSED',
      dryRun: true,
    })
    expect(response.results['plan']).toEqual([
      {
        step: 'set_status',
        says: 'Set the status of campaign "Spring bread" from ACTIVE to PAUSED.',
      },
    ])
    const [, trial] = await social.sandbox.requests()
    expect(decodeURIComponent(trial?.body ?? '')).toContain('execution_options=["validate_only"]')
    expect(await social.sandbox.effects()).toEqual([])
  })

  test.each([
    ['a campaign in another ad account of the same person', '120210000000000270'],
    ['no object', '4711'],
    ['an ad set', '120210100000001000'],
    ['a video', '990011'],
    ['a lead form', '700011'],
    ["another page's lead form", '702011'],
  ])('returns OBJECT_NOT_FOUND for the id of %s and changes nothing', async (_, campaignId) => {
    await social.sandbox.clearRequests()
    const response = await social.call(operation, { campaignId, status: 'PAUSED' })
    expectRefusal(response, 'OBJECT_NOT_FOUND')
    expect(await social.sandbox.effects()).toEqual([])
  })

  test('finds a status change whose response was lost, and does not resend the change', async () => {
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    expectSuccess(operation, await social.call(operation, { campaignId: springCampaignId, status: 'PAUSED' }))
    expect((await social.sandbox.effects()).map(({ kind }) => kind)).toEqual(['campaign.update'])
    await social.call(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
  })

  test('resends a status change that did not reach Meta', async () => {
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'reset' })
    expectSuccess(operation, await social.call(operation, { campaignId: springCampaignId, status: 'PAUSED' }))
    expect((await social.sandbox.effects()).map(({ kind }) => kind)).toEqual(['campaign.update'])
    await social.call(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
  })
})

describeRefusals(social, {
  operation,
  body: { campaignId: springCampaignId, status: 'ACTIVE' },
  failingCall: 'campaign.read',
})

testOperationCosts('social/update_campaign_status', { store: 22, upstream: 3 })
