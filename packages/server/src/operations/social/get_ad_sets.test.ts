import { operations } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { createAtPlatform, describeRefusals, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/get_ad_sets'

describe(operation, () => {
  test('lists the ad sets of a campaign, in one call [R4.add.social-get_ad_sets, R4.add.social-get_ad_sets.results]', async () => {
    const response = await social.callRecorded(operation, { campaignId: springCampaignId })
    const { adSets, pagination } = expectSuccess(operation, response)
    expect(adSets.length).toBe(3)
    const [example] = operations[operation].example.results.adSets
    expect(adSets[0]).toEqual({
      ...example,
      startDate: '2025-05-24',
      schedule: { startTime: '2025-05-24T12:01:00Z', endTime: '' },
    })
    expect(pagination).toEqual({ next: '', previous: '' })
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('returns the budgets of ad sets when the campaign has no budget', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const campaignId = results.campaigns.find(
      (row) => row.dailyBudget === '' && row.lifetimeBudget === '',
    )?.id
    const { adSets } = (await social.call(operation, { campaignId: campaignId ?? '' })).results
    for (const { dailyBudget } of adSets) expect(dailyBudget).toMatch(/^\d+\.\d\d$/)
  })

  test('pages forward and back with one call per page, and rejects a cursor of another campaign', async () => {
    const campaignId = await createAtPlatform(social, 'campaigns', {
      name: 'Many audiences',
      objective: 'OUTCOME_TRAFFIC',
      status: 'PAUSED',
      special_ad_categories: [],
      daily_budget: 3000,
    })
    const createdIds = new Set<string>()
    for (let count = 1; count <= 101; count++)
      createdIds.add(
        await createAtPlatform(social, 'adsets', {
          name: `Audience ${count}`,
          campaign_id: campaignId,
          optimization_goal: 'LINK_CLICKS',
          billing_event: 'IMPRESSIONS',
          status: 'PAUSED',
          targeting: { geo_locations: { countries: ['US'] } },
        }),
      )
    const first = await social.callRecorded(operation, { campaignId })
    const { next: pagination } = first.results.pagination
    const second = await social.callRecorded(operation, { campaignId, pagination })
    expect([first.calls, second.calls]).toEqual([['campaign.read'], ['adsets.list']])
    const listed = [...first.results.adSets, ...second.results.adSets].map(({ id }) => id)
    expect(listed.length).toBe(101)
    expect(new Set(listed)).toEqual(createdIds)
    const { previous } = second.results.pagination
    const back = await social.call(operation, { campaignId, pagination: previous })
    expect(back.results.adSets).toEqual(first.results.adSets)
    expectRefusal(
      await social.call(operation, { campaignId: springCampaignId, pagination }),
      'INVALID_CURSOR',
    )
  })

  test.each([
    ['a campaign in another ad account of the same person', '120210000000000270'],
    ['no object', '4711'],
    ['an ad set', '120210100000001000'],
    ['a video', '990011'],
  ])('returns OBJECT_NOT_FOUND for the id of %s', async (_, campaignId) => {
    expectRefusal(await social.call(operation, { campaignId }), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  })
})

describeRefusals(social, { operation, body: { campaignId: springCampaignId }, failingCall: 'campaign.read' })

testOperationCosts('social/get_ad_sets', { store: 0, upstream: 1 })
