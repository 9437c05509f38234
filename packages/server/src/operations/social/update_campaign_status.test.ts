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
  test('pauses and starts a campaign: one look, one change [R4.add.social-update_campaign_status, R4.add.social-update_campaign_status.results]', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId, status: 'PAUSED' })
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read', 'campaign.update', 'campaign.read'])
    expect(await statusOf(springCampaignId, 'PAUSED')).toBe(true)
    await social.call(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
    expect(await statusOf(springCampaignId, 'ACTIVE')).toBe(true)
  })

  test('does nothing when the campaign has the status already', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('deletes a campaign, after which it cannot be changed', async () => {
    const campaignId = '120210000000000240'
    expectSuccess(operation, await social.call(operation, { campaignId, status: 'DELETED' }))
    expect(await statusOf(campaignId, 'DELETED')).toBe(true)
    const response = await social.callRecorded(operation, { campaignId, status: 'ACTIVE' })
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('passes the refusal of an archived campaign on', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const archived = results.campaigns.find(({ status }) => status === 'ARCHIVED')?.id ?? ''
    const response = await social.call(operation, { campaignId: archived, status: 'ACTIVE' })
    expectRefusal(response, 'PLATFORM_REJECTED')
    if (!isVariedRun()) expect(response.results.error).toContain('archived')
  })

  test('checks at the platform without changing anything when asked to', async () => {
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
    ['another ad account of the same person', '120210000000000270'],
    ['nobody', '4711'],
    ['an ad set', '120210100000001000'],
    ['a video', '990011'],
    ['a lead form', '700011'],
    ["another page's lead form", '702011'],
  ])('answers the id of %s as unknown and changes nothing', async (_, campaignId) => {
    await social.sandbox.clearRequests()
    const response = await social.call(operation, { campaignId, status: 'PAUSED' })
    expectRefusal(response, 'OBJECT_NOT_FOUND')
    expect(await social.sandbox.effects()).toEqual([])
  })

  test('finds out that a change was made although its answer was lost, and does not send it again', async () => {
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    expectSuccess(operation, await social.call(operation, { campaignId: springCampaignId, status: 'PAUSED' }))
    expect((await social.sandbox.effects()).map(({ kind }) => kind)).toEqual(['campaign.update'])
    await social.call(operation, { campaignId: springCampaignId, status: 'ACTIVE' })
  })

  test('sends a change again that did not arrive', async () => {
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
