import { describe, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { responsesVary } from '../../../testing/service.ts'
import { describeRefusals, spring, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/update_campaign_status'

const statusOf = async (campaignId: string, status: 'ACTIVE' | 'PAUSED' | 'DELETED') => {
  const { results } = await social.call('social/get_campaigns', { status })
  return results.campaigns.some(({ id }) => id === campaignId)
}

describe('social/update_campaign_status', () => {
  test('pauses and starts a campaign: one look, one change [R4.add.social-update_campaign_status, R4.add.social-update_campaign_status.results]', async () => {
    const answer = await social.watch(operation, { campaignId: spring, status: 'PAUSED' })
    expectSuccess(operation, answer)
    expect(answer.calls).toEqual(['campaign.read', 'campaign.update', 'campaign.read'])
    expect(await statusOf(spring, 'PAUSED')).toBe(true)
    await social.call(operation, { campaignId: spring, status: 'ACTIVE' })
    expect(await statusOf(spring, 'ACTIVE')).toBe(true)
  })

  test('does nothing when the campaign has the status already', async () => {
    const answer = await social.watch(operation, { campaignId: spring, status: 'ACTIVE' })
    expectSuccess(operation, answer)
    expect(answer.calls).toEqual(['campaign.read'])
  })

  test('deletes a campaign, after which it cannot be changed', async () => {
    const campaignId = '120210000000000240'
    expectSuccess(operation, await social.call(operation, { campaignId, status: 'DELETED' }))
    expect(await statusOf(campaignId, 'DELETED')).toBe(true)
    const answer = await social.watch(operation, { campaignId, status: 'ACTIVE' })
    expectRefusal(answer, 'PLATFORM_REJECTED')
    expect(answer.calls).toEqual(['campaign.read'])
  })

  test('passes the refusal of an archived campaign on', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const archived = results.campaigns.find(({ status }) => status === 'ARCHIVED')?.id ?? ''
    const answer = await social.call(operation, { campaignId: archived, status: 'ACTIVE' })
    expectRefusal(answer, 'PLATFORM_REJECTED')
    if (!responsesVary()) expect(answer.results.error).toContain('archived')
  })

  test('checks at the platform without changing anything when asked to', async () => {
    await social.sandbox.forget()
    const answer = await social.call(operation, { campaignId: spring, status: 'PAUSED', dryRun: true })
    expect(answer.results['plan']).toEqual([
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
    await social.sandbox.forget()
    const answer = await social.call(operation, { campaignId, status: 'PAUSED' })
    expectRefusal(answer, 'OBJECT_NOT_FOUND')
    expect(await social.sandbox.effects()).toEqual([])
  })

  test('finds out that a change was made although its answer was lost, and does not send it again', async () => {
    await social.sandbox.forget()
    await social.sandbox.fail({ call: 'campaign.update', kind: 'reset', when: 'after' })
    expectSuccess(operation, await social.call(operation, { campaignId: spring, status: 'PAUSED' }))
    expect((await social.sandbox.effects()).map(({ kind }) => kind)).toEqual(['campaign.update'])
    await social.call(operation, { campaignId: spring, status: 'ACTIVE' })
  })

  test('sends a change again that did not arrive', async () => {
    await social.sandbox.forget()
    await social.sandbox.fail({ call: 'campaign.update', kind: 'reset' })
    expectSuccess(operation, await social.call(operation, { campaignId: spring, status: 'PAUSED' }))
    expect((await social.sandbox.effects()).map(({ kind }) => kind)).toEqual(['campaign.update'])
    await social.call(operation, { campaignId: spring, status: 'ACTIVE' })
  })
})

describeRefusals(social, {
  operation,
  body: { campaignId: spring, status: 'ACTIVE' },
  fails: 'campaign.read',
})

costs('social/update_campaign_status', { store: 22, upstream: 3 })
