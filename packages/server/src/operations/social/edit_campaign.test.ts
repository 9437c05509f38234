import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import {
  changeAtPlatform,
  createAtPlatform,
  describeRefusals,
  springCampaignId,
  useSocial,
} from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/edit_campaign'
/** Three ad sets of 12.00 each. */
const threeSets = '120210000000000120'
/** One ad set of 8.00. */
const oneSet = '120210000000000140'
const campaignLifetime = '120210000000000150'
const adSetLifetime = '120210000000000210'

interface Change {
  readonly id: string
  readonly before: number
  readonly after: number
}

/** Returns the budget changes at Meta, in smallest currency units. */
async function changes(): Promise<Change[]> {
  return (await social.sandbox.effects()).map(({ id, detail }) => {
    const { before, after } = detail as Record<'before' | 'after', { daily_budget: number }>
    return { id, before: before.daily_budget, after: after.daily_budget }
  })
}

const edit = async (
  campaignId: string,
  amount: number,
  more: { readonly userId?: string; readonly dryRun?: boolean; readonly planHash?: string } = {},
) => await social.callRecorded(operation, { campaignId, amount, ...more })

beforeAll(async () => {
  // These tests change budgets more often than a person would.
  await social.service.call('workspace/update_settings', { guard: { maxRaiseFactor: 1e12 } })
})
beforeEach(async () => await social.sandbox.clearRequests())

describe('social/edit_campaign', () => {
  test('sets the budget of a campaign with one read and one update [R4.16.results]', async () => {
    await edit(springCampaignId, 15)
    const response = await edit(springCampaignId, 25)
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read', 'campaign.update'])
    expect(await changes()).toEqual([{ id: springCampaignId, before: 1500, after: 2500 }])
  })

  test('sends no update when the campaign already has the budget', async () => {
    await edit(springCampaignId, 25)
    const response = await edit(springCampaignId, 25)
    expectSuccess(operation, response)
    expect(response.calls).toEqual(['campaign.read'])
  })

  test.each([
    [19.99, 1999],
    [0.95, 95],
    [4.35, 435],
    [1.1, 110],
    [33.3, 3330],
    [1e2, 10_000],
  ])('sends the amount %d to Meta in exact cents [R4.16.amount.currency]', async (amount, units) => {
    await edit(springCampaignId, amount)
    expect((await changes()).map(({ after }) => after)).toEqual([units])
  })

  test.each([25.001, 0.001, 12.345, 1e-7])(
    'returns INVALID_FIELD for %d, which has more decimals than the currency',
    async (amount) => {
      const response = await edit(springCampaignId, amount)
      expectRefusal(response, 'INVALID_FIELD')
      expect([response.results['field'], response.calls]).toEqual(['amount', []])
    },
  )

  test('sets the budget of the only ad set when the campaign has no budget', async () => {
    await edit(oneSet, 8)
    const { calls } = await edit(oneSet, 9.5)
    expect(calls).toEqual(['campaign.read', 'adset.update'])
    expect(await changes()).toEqual([{ id: expect.any(String), before: 800, after: 950 }])
  })

  test('splits the budget among several ad sets with one update each and without losing a cent', async () => {
    await edit(threeSets, 36)
    const { calls } = await edit(threeSets, 50.02)
    expect(calls).toEqual(['campaign.read', 'adset.update', 'adset.update', 'adset.update'])
    const set = await changes()
    expect(set.map(({ before }) => before)).toEqual([1200, 1200, 1200])
    expect(set.map(({ after }) => after)).toEqual([1668, 1667, 1667])
  })

  describe('for a campaign with paused and ended ad sets', () => {
    const sets = new Map<string, string>()
    let campaignId = ''
    beforeEach(async () => {
      campaignId = await createAtPlatform(social, 'campaigns', {
        name: 'Some of it',
        objective: 'OUTCOME_TRAFFIC',
        status: 'ACTIVE',
        special_ad_categories: [],
      })
      const end = Math.floor(social.service.clock.now() / 1000) + 2 * 86_400
      for (const [name, more] of [
        ['Running', { status: 'ACTIVE' }],
        ['Running too', { status: 'ACTIVE' }],
        ['Paused', { status: 'PAUSED' }],
        ['Ended', { status: 'ACTIVE', end_time: end }],
      ] as const) {
        const about = { name, campaign_id: campaignId, daily_budget: 1000, ...more }
        const kind = { optimization_goal: 'LINK_CLICKS', billing_event: 'IMPRESSIONS' }
        const targeting = { geo_locations: { countries: ['US'] } }
        sets.set(name, await createAtPlatform(social, 'adsets', { ...about, ...kind, targeting }))
      }
      await social.sandbox.advance(3 * 86_400_000)
      social.service.clock.advance(3 * 86_400_000)
      await social.sandbox.clearRequests()
    })

    test('splits the budget among the active ad sets and reports the other ad sets as warnings', async () => {
      const response = await edit(campaignId, 30)
      expectSuccess(operation, response)
      expect(await changes()).toEqual(
        ['Running too', 'Running'].map((name) => ({ id: sets.get(name), before: 1000, after: 1500 })),
      )
      expect(response.results['warnings']).toEqual([
        'Ad sets that have ended were not changed: "Ended".',
        'Ad sets that are paused were not changed: "Paused".',
      ])
    })

    test('changes paused ad sets when none is active, and returns PLATFORM_REJECTED when all have ended', async () => {
      for (const name of ['Running', 'Running too'])
        await changeAtPlatform(social, sets.get(name) ?? '', { status: 'DELETED' })
      await social.sandbox.clearRequests()
      const response = await edit(campaignId, 40)
      expectSuccess(operation, response)
      expect(await changes()).toEqual([{ id: sets.get('Paused'), before: 1000, after: 4000 }])
      await changeAtPlatform(social, sets.get('Paused') ?? '', { status: 'DELETED' })
      const refused = await edit(campaignId, 50)
      expectRefusal(refused, 'PLATFORM_REJECTED')
      expect(refused.results.error).toContain('every ad set of the campaign has ended')
    })
  })

  test.each([
    ['a campaign', campaignLifetime],
    ['the ad sets', adSetLifetime],
  ])('returns PLATFORM_REJECTED for the lifetime budget of %s', async (_, campaignId) => {
    const response = await edit(campaignId, 20)
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.results.error).toContain('lifetime budget')
    expect(response.calls).toEqual(['campaign.read'])
  })

  test('returns BUDGET_TOO_LOW with the minimum for a campaign and for each ad set', async () => {
    const low = await edit(springCampaignId, 0.5)
    expectRefusal(low, 'BUDGET_TOO_LOW')
    expect(low.results.error).toContain('0.93 EUR')
    expect([low.results['field'], low.calls]).toEqual(['amount', ['campaign.read']])
    const divided = await edit(threeSets, 2.5)
    expectRefusal(divided, 'BUDGET_TOO_LOW')
    expect(divided.results.error).toContain('each ad set needs at least 0.93 EUR')
  })

  test('returns BUDGET_TOO_LOW with an operation id when Meta rejects the budget as too low', async () => {
    await social.sandbox.injectFault({
      call: 'campaign.update',
      kind: 'status',
      status: 400,
      code: '100/1885272',
    })
    const response = await edit(springCampaignId, 12)
    expectRefusal(response, 'BUDGET_TOO_LOW', { field: 'amount' })
    expect(response.results['operationId']).toMatch(/^op_/)
  })

  test('allows four budget changes per ad set and hour, and then returns when to retry', async () => {
    social.service.clock.advance(3_600_000)
    await social.sandbox.advance(3_600_000)
    for (const amount of [10, 11, 12, 13]) expectSuccess(operation, await edit(oneSet, amount))
    const response = await edit(oneSet, 14)
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.results.error).toMatch(/4 times .* Retry in \d+ min\./)
    expect(response.calls).toEqual(['campaign.read'])
    social.service.clock.advance(3_600_000)
    // Meta's own limit, by the clock of the sandbox, still rejects the change.
    const blocked = await edit(oneSet, 14)
    expectRefusal(blocked, 'PLATFORM_REJECTED')
    expect(blocked.results.error).toContain('4 times within an hour')
    await social.sandbox.advance(3_600_000)
    expectSuccess(operation, await edit(oneSet, 14))
  })

  test('returns the plan of a dry run, and PLAN_CHANGED when the budget has changed since', async () => {
    const { results } = await edit(springCampaignId, 16, { dryRun: true })
    const descriptionPattern = /^Set the daily budget of campaign "Spring bread" from [\d.]+ to 16\.00 EUR\.$/
    expect(results['plan']).toEqual([{ step: 'set_budget', says: expect.stringMatching(descriptionPattern) }])
    expect(await changes()).toEqual([])
    const planHash = String(results['planHash'])
    await edit(springCampaignId, 17)
    expectRefusal(await edit(springCampaignId, 16, { planHash }), 'PLAN_CHANGED')
  })

  test('returns BUDGET_TOO_LOW when Meta rejects a dry run', async () => {
    await social.sandbox.injectFault({
      call: 'campaign.update',
      kind: 'status',
      status: 400,
      code: '100/1885650',
    })
    expectRefusal(await edit(springCampaignId, 18, { dryRun: true }), 'BUDGET_TOO_LOW')
  })

  test.each([
    ['a campaign in another ad account of the same person', '120210000000000270'],
    ['a campaign of another person', '120210000000000350'],
    ['an ad set', '120210100000001000'],
    ['a video', '990011'],
  ])('returns OBJECT_NOT_FOUND for the id of %s and changes nothing', async (_, campaignId) => {
    const response = await edit(campaignId, 20)
    expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
    expect(await changes()).toEqual([])
  })

  test('returns PLATFORM_REJECTED for deleted and archived campaigns', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const archived = results.campaigns.find(({ status }) => status === 'ARCHIVED')?.id ?? ''
    expectRefusal(await edit(archived, 20), 'PLATFORM_REJECTED')
    const deleted = await social.call('social/get_campaigns', { status: 'DELETED' })
    expectRefusal(await edit(deleted.results.campaigns[0]?.id ?? '', 20), 'PLATFORM_REJECTED')
  })

  test('finds a budget change whose response was lost, and does not resend the change', async () => {
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    expectSuccess(operation, await edit(springCampaignId, 21))
    expect(await changes()).toHaveLength(1)
  })

  test('returns CONCURRENT_CHANGE and keeps a budget that someone else set meanwhile', async () => {
    await social.sandbox.injectFault({ call: 'campaign.update', kind: 'reset' })
    // The plan sends the first read. The stalled second read checks whether the change arrived.
    const stallId = await social.sandbox.injectFault({ call: 'campaign.read', kind: 'stall', skip: 1 })
    const pendingEdit = social.call(operation, { campaignId: springCampaignId, amount: 22 })
    while ((await social.sandbox.listUnusedFaults()).length > 0);
    const { url = '', social: ada } = social.service.app.sandbox ?? {}
    const set = await fetch(`${url}/v26.0/${springCampaignId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada?.accessToken}` },
      body: new URLSearchParams({ daily_budget: '3000' }),
    })
    expect(set.status).toBe(200)
    await social.sandbox.release(stallId)
    expectRefusal(await pendingEdit, 'CONCURRENT_CHANGE')
    expect((await changes()).map(({ after }) => after)).toEqual([3000])
  })
})

describe('social/edit_campaign for several ad sets', () => {
  let [first, second] = ['', '']
  const freeze = (frozen: boolean) =>
    social.service.call('workspace/update_settings', { freeze: { frozen, reason: 'Stop.' } })
  const hourPasses = async () => {
    await social.sandbox.advance(3_600_000)
    social.service.clock.advance(3_600_000)
  }
  /**
   * Changes a budget this often directly at Meta and restores the budget. Four changes per hour are possible.
   */
  const changeOften = async (id: string, times: number) => {
    for (let time = times; time > 0; time--) await changeAtPlatform(social, id, { daily_budget: 1199 + time })
  }
  beforeEach(async () => {
    await hourPasses()
    await edit(threeSets, 39)
    const ids = (await changes()).map(({ id }) => id)
    ;[first = '', second = ''] = ids
    for (const id of ids) await changeAtPlatform(social, id, { daily_budget: 1200 })
    await hourPasses()
    await social.sandbox.clearRequests()
  })

  test('restores the earlier ad sets when Meta rejects a later ad set, and leaves nothing to undo', async () => {
    await changeOften(second, 4)
    await social.sandbox.clearRequests()
    const response = await edit(threeSets, 60)
    const { operationId = '' } = expectRefusal(response, 'PLATFORM_REJECTED')
    expect(await changes()).toEqual([
      { id: first, before: 1200, after: 2000 },
      { id: first, before: 2000, after: 1200 },
    ])
    const undone = await social.service.call('operation/undo_operation', { operationId })
    expect(expectRefusal(undone, 'UNDO_REFUSED').error).toContain('it failed')
  })

  test('reports the ad set whose previous budget cannot be restored', async () => {
    await changeOften(first, 3)
    await changeOften(second, 4)
    await social.sandbox.clearRequests()
    const { error } = expectRefusal(await edit(threeSets, 60), 'PLATFORM_REJECTED')
    expect(await changes()).toEqual([{ id: first, before: 1200, after: 2000 }])
    expect(error).toContain(`The daily budget of ad set ${first} keeps its new value`)
  })

  test('restores a raised budget when spending is frozen during the write', async () => {
    const stallId = await social.sandbox.injectFault({ call: 'adset.update', kind: 'stall' })
    const pending = social.call(operation, { campaignId: threeSets, amount: 60 })
    await expect.poll(() => social.sandbox.isHolding(stallId)).toBe(true)
    await freeze(true)
    await social.sandbox.release(stallId)
    expectRefusal(await pending, 'SPEND_FROZEN')
    await freeze(false)
    expect(await changes()).toEqual([
      { id: first, before: 1200, after: 2000 },
      { id: first, before: 2000, after: 1200 },
    ])
  })
})

describe('social/edit_campaign in yen', () => {
  test('sends whole yen unchanged, and returns INVALID_FIELD for a fraction of a yen', async () => {
    const account = { accountId: '1007200300400', pageId: '104500000000701' }
    const userId = await newLinkedUser(social.service, { person: 'yuki', ...account })
    const { results } = await social.call('social/get_campaigns', { userId, status: 'ACTIVE' })
    const campaign = results.campaigns.find(({ dailyBudget }) => dailyBudget !== '')
    const campaignId = campaign?.id ?? ''
    expectSuccess(operation, await edit(campaignId, 5000, { userId }))
    expect(await changes()).toEqual([{ id: campaignId, before: Number(campaign?.dailyBudget), after: 5000 }])
    expectRefusal(await edit(campaignId, 5000.5, { userId }), 'INVALID_FIELD')
  })
})

describeRefusals(social, {
  operation,
  body: { campaignId: springCampaignId, amount: 23 },
  failingCall: 'campaign.read',
})

testOperationCosts('social/edit_campaign', { store: 29, upstream: 2 })
