import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { createSharedBudgetCampaigns, newSearchUser } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { createAtPlatform, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const { service, sandbox } = social

type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
const set = async (settings: Settings) =>
  expectSuccess('workspace/update_settings', await service.call('workspace/update_settings', settings))
const limit = (limits: Readonly<Record<string, string>>) =>
  set({ guard: { currencies: [{ currencyCode: 'EUR', ...limits }] } })
const edit = (amount: number, campaignId = springCampaignId) =>
  social.call('social/edit_campaign', { campaignId, amount })
const setStatus = (status: 'ACTIVE' | 'PAUSED', campaignId = springCampaignId) =>
  social.call('social/update_campaign_status', { campaignId, status })

/** Creates a campaign at the platform with a daily budget in cents. */
const campaign = (cents: number, status = 'PAUSED') =>
  createAtPlatform(social, 'campaigns', {
    name: `Campaign of ${cents}`,
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    status,
    daily_budget: cents,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  })

beforeEach(async () => {
  await sandbox.clearRequests()
  // The raises of the previous test would count for a day.
  await service.app.store.db.deleteFrom('raises').execute()
})
afterEach(async () => {
  await set({ guard: {}, freeze: { frozen: false } })
  await set({ userId: social.userId, guard: {}, freeze: { frozen: false } })
})

describe('spend limits', () => {
  test('refuse by default a raise to 100 times the budget of the last day, in one step or in several', async () => {
    const id = await campaign(1000)
    const { error } = expectRefusal(await edit(1000, id), 'SPEND_LIMIT_EXCEEDED', { field: 'amount' })
    expect(error).toContain('100 times')
    expectSuccess('social/edit_campaign', await edit(500, id))
    expectRefusal(await edit(1000, id), 'SPEND_LIMIT_EXCEEDED')
    expectSuccess('social/edit_campaign', await edit(999.99, id))
    await set({ guard: { maxRaiseFactor: 100.01 } })
    expectSuccess('social/edit_campaign', await edit(1000, id))
  })

  test('count what the platform may spend of a budget on one day, and the error explains the amount', async () => {
    const id = await campaign(1000)
    await limit({ maxCampaignPerDay: '35' })
    const { error } = expectRefusal(await edit(20.01, id), 'SPEND_LIMIT_EXCEEDED', { field: 'amount' })
    expect(error).toContain('A budget of 20.01 EUR can spend 35.02 EUR on one day')
    expect(error).toContain('175%')
    expect(error).toContain('The limit per campaign is 35.00 EUR')
    expect(error).toContain('for the whole workspace')
    expectSuccess('social/edit_campaign', await edit(20, id))
  })

  test('include those of the platform per day and per week, which a dry run returns as maySpend', async () => {
    const { results } = await social.call('social/edit_campaign', {
      campaignId: springCampaignId,
      amount: 20,
      dryRun: true,
    })
    expect(results['maySpend']).toBe(
      'The campaign can spend at most 35.00 EUR on one day and 140.00 EUR in a week (up to 175% of a daily budget on one day and 700% in a week).',
    )
  })

  test('count the spend of all ad sets of a campaign, including those that a write leaves unchanged', async () => {
    const campaignId = await createAtPlatform(social, 'campaigns', {
      name: 'Two kinds of budgets',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      status: 'PAUSED',
      is_adset_budget_sharing_enabled: false,
    })
    const adSet = {
      campaign_id: campaignId,
      status: 'ACTIVE',
      optimization_goal: 'LINK_CLICKS',
      billing_event: 'IMPRESSIONS',
      targeting: { geo_locations: { countries: ['US'] }, targeting_automation: { advantage_audience: 0 } },
    }
    await createAtPlatform(social, 'adsets', { ...adSet, name: 'By day', daily_budget: 1000 })
    const end_time = '2031-01-01T00:00:00+0000'
    await createAtPlatform(social, 'adsets', { ...adSet, name: 'In all', lifetime_budget: 500_000, end_time })
    await limit({ maxCampaignPerDay: '5000' })
    const { error } = expectRefusal(await edit(11, campaignId), 'SPEND_LIMIT_EXCEEDED')
    expect(error).toContain('can spend 5019.25 EUR on one day')
    await limit({ maxCampaignPerDay: '5019.25' })
    expectSuccess('social/edit_campaign', await edit(11, campaignId))
  })

  test('apply to a user as well as to the workspace, and the strictest limit decides', async () => {
    const id = await campaign(1000)
    await limit({ maxCampaignPerDay: '1000' })
    await set({
      userId: social.userId,
      guard: { currencies: [{ currencyCode: 'EUR', maxCampaignPerDay: '20' }] },
    })
    const { error } = expectRefusal(await edit(15, id), 'SPEND_LIMIT_EXCEEDED')
    expect(error).toContain(`for the user ${social.userId}`)
    expectSuccess('social/edit_campaign', await edit(11, id))
  })

  test('refuse raises in a currency without a limit when another currency has one', async () => {
    await set({ guard: { currencies: [{ currencyCode: 'JPY', maxCampaignPerDay: '100000' }] } })
    const { error } = expectRefusal(await edit(25), 'SPEND_LIMIT_EXCEEDED')
    expect(error).toContain('no limit for EUR')
    // A lower budget is always allowed.
    expectSuccess('social/edit_campaign', await edit(2))
    await edit(25)
  })

  test('are shown with the decimals of the currency, with spend rounded up and limits rounded down', async () => {
    const account = { accountId: '1007200300400', pageId: '104500000000701' }
    const yen = await newLinkedUser(service, { person: 'yuki', ...account })
    const { results } = await service.call('social/get_campaigns', { userId: yen, status: 'ACTIVE' })
    const found = results.campaigns.find(({ dailyBudget }) => dailyBudget !== '')
    const amount = Number(found?.dailyBudget) + (Number(found?.dailyBudget) % 4 === 1 ? 2 : 1)
    const mayMicros = BigInt(amount) * 1_750_000n
    const whole = Number(mayMicros / 1_000_000n)
    await set({ guard: { currencies: [{ currencyCode: 'JPY', maxCampaignPerDay: `${whole}.25` }] } })
    const body = { userId: yen, campaignId: found?.id ?? '', amount }
    const { error } = expectRefusal(await service.call('social/edit_campaign', body), 'SPEND_LIMIT_EXCEEDED')
    expect(error).toContain(`can spend ${whole + 1} JPY on one day`)
    expect(error).toContain(`The limit per campaign is ${whole} JPY`)
  })

  test('count budgets in yen without minor units', async () => {
    const yen = await newSearchUser(service, { person: 'yuki', accountId: '5570001001' })
    const { results } = await service.call('search/get_campaigns', { userId: yen })
    const [found] = results.campaigns
    await set({ guard: { currencies: [{ currencyCode: 'JPY', maxCampaignPerDay: '6000' }] } })
    const body = { userId: yen, campaignId: found?.id ?? '' }
    const over = await service.call('search/edit_campaign', { ...body, amount: 3001 })
    const { error } = expectRefusal(over, 'SPEND_LIMIT_EXCEEDED')
    expect(error).toContain('can spend 6002 JPY')
    expectSuccess(
      'search/edit_campaign',
      await service.call('search/edit_campaign', { ...body, amount: 3000 }),
    )
  })

  test('count all running campaigns of the ad account, and the error reports the remaining amount', async () => {
    const { results } = await social.call('social/get_campaigns', {})
    const running = results.campaigns.filter(({ status }) => status === 'ACTIVE')
    expect(running.length).toBeGreaterThan(1)
    const id = await campaign(1000)
    await limit({ maxAccountPerDay: '1' })
    const { error } = expectRefusal(await setStatus('ACTIVE', id), 'SPEND_LIMIT_EXCEEDED', {
      field: 'status',
    })
    const [, others = '0'] = /other running campaigns (\d+(?:\.\d+)?) EUR/.exec(error) ?? []
    expect(Number(others)).toBeGreaterThan(0)
    expect(error).toContain('so 0.00 EUR remain')
    await limit({ maxAccountPerDay: String(Number(others) + 17.5) })
    expectSuccess('social/update_campaign_status', await setStatus('ACTIVE', id))
    // The campaign that was just switched on counts.
    const another = await campaign(1000)
    expectRefusal(await setStatus('ACTIVE', another), 'SPEND_LIMIT_EXCEEDED')
    expectSuccess('social/update_campaign_status', await setStatus('PAUSED', id))
  })

  test('fail closed when the campaigns of the ad account cannot be read', async () => {
    const id = await campaign(1000)
    await limit({ maxAccountPerDay: '100000' })
    await sandbox.injectFault({ call: 'campaigns.list', kind: 'status', status: 500, times: 20 })
    const response = await setStatus('ACTIVE', id)
    expect(response.status).toBeGreaterThanOrEqual(500)
    await sandbox.clearFaults()
    expect(await sandbox.effects()).toEqual([expect.objectContaining({ id })])
  })

  test('count a budget that several Google Ads campaigns share only once', async () => {
    const userId = await newSearchUser(service)
    const sharing = await createSharedBudgetCampaigns(service, userId)
    const enable = (campaignId = '') =>
      service.call('search/update_campaign_status', { userId, campaignId, status: 'ACTIVE' })
    await set({ guard: { currencies: [{ currencyCode: 'USD', maxAccountPerDay: '1' }] } })
    const { error } = expectRefusal(await enable(sharing[0]), 'SPEND_LIMIT_EXCEEDED')
    const [, besides = '0'] = /other running campaigns (\d+(?:\.\d+)?) USD/.exec(error) ?? []
    const maxAccountPerDay = String(Number(besides) + 18)
    await set({ guard: { currencies: [{ currencyCode: 'USD', maxAccountPerDay }] } })
    // The shared budget counts once even before the platform shows that the first campaign runs.
    const stall = await sandbox.injectFault({ platform: 'search', call: 'googleAds:mutate', kind: 'stall' })
    const [first, ...others] = sharing
    const enabling = enable(first)
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    for (const campaignId of others) expectSuccess('search/update_campaign_status', await enable(campaignId))
    await sandbox.release(stall)
    expectSuccess('search/update_campaign_status', await enabling)
  })

  test('include maxCreationsPerHour, which applies to dry runs too', async () => {
    const userId = await newSearchUser(service)
    await set({ guard: { maxCreationsPerHour: 0 } })
    const body = { ...minimalSearchCampaign(userId, 'Too many'), dryRun: true }
    expectRefusal(await service.call('search/create_search_campaign', body), 'SPEND_LIMIT_EXCEEDED')
  })

  test('count a key together with its successors and the keys that it created towards maxCreationsPerHour', async () => {
    const userId = await newSearchUser(service)
    const limited = await service.newKey()
    const create = async (apiKey: string, name: string) =>
      await service.call('search/create_search_campaign', minimalSearchCampaign(userId, name), { apiKey })
    expectSuccess('search/create_search_campaign', await create(limited.text, 'Before the limit'))
    await set({ keyId: limited.id, guard: { maxCreationsPerHour: 3 } })
    expectSuccess('search/create_search_campaign', await create(limited.text, 'By the key'))
    const { results: next } = await service.call('workspace/rotate_key', { keyId: limited.id })
    expectSuccess('search/create_search_campaign', await create(next.apiKey, 'By its successor'))
    const wanted = { name: 'Created', scopes: ['spend' as const] }
    const { results: child } = await service.call('workspace/create_key', wanted, { apiKey: next.apiKey })
    const { results: heir } = await service.call('workspace/rotate_key', { keyId: child.key.keyId })
    for (const apiKey of [limited.text, next.apiKey, child.apiKey, heir.apiKey])
      expectRefusal(await create(apiKey, 'Too many'), 'SPEND_LIMIT_EXCEEDED')
    // Another key with the same limit has a separate count.
    const other = await service.newKey()
    await set({ keyId: other.id, guard: { maxCreationsPerHour: 3 } })
    expectSuccess('search/create_search_campaign', await create(other.text, 'By another key'))
  })

  test('allow no more raises at the same time than one after another', async () => {
    const campaigns = await Promise.all(Array.from({ length: 12 }, () => campaign(1000)))
    await limit({ maxAccountPerDay: '1' })
    const { error } = expectRefusal(await setStatus('ACTIVE', campaigns[0]), 'SPEND_LIMIT_EXCEEDED')
    const [, others = '0'] = /other running campaigns (\d+(?:\.\d+)?) EUR/.exec(error) ?? []
    // The limit allows five of the campaigns.
    await limit({ maxAccountPerDay: String(Number(others) + 5 * 17.5) })
    const responses = await Promise.all(campaigns.map((id) => setStatus('ACTIVE', id)))
    expect(responses.filter(({ results }) => results.success)).toHaveLength(5)
    for (const id of campaigns) await setStatus('PAUSED', id)
  })
})

describe('a freeze', () => {
  test.each([
    ['the workspace', () => set({ freeze: { frozen: true, reason: 'Card was stolen' } })],
    ['a user', () => set({ userId: social.userId, freeze: { frozen: true, reason: 'Card was stolen' } })],
    ['a platform', () => set({ platform: 'social', freeze: { frozen: true, reason: 'Card was stolen' } })],
  ])('stops only writes that raise spend, immediately, when it applies to %s', async (_, freeze) => {
    await edit(25)
    await freeze()
    const { error } = expectRefusal(await edit(30), 'SPEND_FROZEN')
    expect(error).toContain('Card was stolen.')
    expect(error).toMatch(/by key_/)
    expectRefusal(await setStatus('ACTIVE', await campaign(1000)), 'SPEND_FROZEN')
    expectSuccess('social/edit_campaign', await edit(20))
    expectSuccess('social/update_campaign_status', await setStatus('PAUSED'))
    await set({ platform: 'social', freeze: { frozen: false } })
    await set({ freeze: { frozen: false } })
    await set({ userId: social.userId, freeze: { frozen: false } })
    expectSuccess('social/update_campaign_status', await setStatus('ACTIVE'))
  })

  test('stops raises that already wait in the queue of the platform', async () => {
    const campaigns = await Promise.all(Array.from({ length: 6 }, () => campaign(1000)))
    const userId = await newLinkedUser(service, { person: 'ben' })
    const since = new Date(service.clock.now()).toISOString()
    // adrail sends at most four calls to an ad account at the same time.
    const reconcileFault = await sandbox.injectFault({ call: 'campaign.read', kind: 'stall', times: 4 })
    const stall = await sandbox.injectFault({ call: 'campaign.update', kind: 'stall', times: 4 })
    const answering = Promise.all(campaigns.map((id) => edit(20, id)))
    await expect.poll(() => sandbox.countHeld(reconcileFault)).toBe(4)
    // When this later call to another ad account returns, the lookups of the last two writes are in the
    // queue. There they precede all changes.
    expectSuccess('social/get_campaigns', await service.call('social/get_campaigns', { userId }))
    await sandbox.release(reconcileFault)
    const executing = async () => {
      const { results } = await service.call('operation/list_operations', { since, states: ['EXECUTING'] })
      return results.operations.length
    }
    await expect.poll(executing).toBe(6)
    await expect.poll(() => sandbox.countHeld(stall)).toBe(4)
    await set({ freeze: { frozen: true, reason: 'Card was stolen' } })
    service.clock.advance(500)
    await sandbox.release(stall)
    const responses = await answering
    expect(responses.filter(({ results }) => results.success)).toHaveLength(4)
    const refused = responses.filter(({ results }) => !results.success)
    for (const response of refused) expectRefusal(response, 'SPEND_FROZEN')
    expect(await sandbox.requests('campaign.update')).toHaveLength(4)
    const openWrites = await service.call('operation/list_operations', {
      since,
      states: ['EXECUTING', 'UNKNOWN', 'FAILED'],
    })
    expect(openWrites.results.operations).toEqual([])
  })

  test('rolls back a new campaign when it begins before the campaign is switched on', async () => {
    const userId = await newSearchUser(service)
    const body = minimalSearchCampaign(userId, 'Frozen on its way')
    const stall = await sandbox.injectFault({ platform: 'search', call: 'googleAds:mutate', kind: 'stall' })
    const response = service.call('search/create_search_campaign', body)
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    await set({ freeze: { frozen: true, reason: 'Stop' } })
    await sandbox.release(stall)
    expectRefusal(await response, 'SPEND_FROZEN')
    const { results } = await service.call('search/get_campaigns', { userId })
    expect(results.campaigns.filter(({ name }) => name === body.campaignName)).toEqual([])
  })
})
