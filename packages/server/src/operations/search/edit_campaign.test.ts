import { beforeAll, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import {
  createSharedBudgetCampaigns,
  newSearchUser,
  querySearchRows,
  useSearch,
} from '../../../testing/search.ts'
import { asText, valueAt } from '../../platforms/connector-kit/values.ts'

const search = useSearch()
const { service, sandbox } = search
let campaignId: string
beforeAll(async () => {
  // These tests raise budgets more than the spend guard allows by default.
  await service.call('workspace/update_settings', { guard: { maxRaiseFactor: 1e12 } })
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  campaignId = results.campaigns.find(({ name }) => name === 'Holiday wreaths')?.id ?? ''
})
const edit = (amount: number, more = {}) =>
  service.call('search/edit_campaign', { userId: search.userId, campaignId, amount, ...more })
const budget = async () => {
  const [row] = await querySearchRows(
    service,
    `SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.id = ${campaignId}`,
  )
  return asText(valueAt(row, 'campaignBudget', 'amountMicros'))
}

test.each([
  [30, '30000000'],
  [30.5, '30500000'],
  [0.1, '100000'],
  [1234.56, '1234560000'],
  [1_000_000, '1000000000000'],
])(
  'search/edit_campaign sets the daily budget to exactly %d [R4.add.search-edit_campaign, R4.add.search-edit_campaign.results]',
  async (amount, micros) => {
    expectSuccess('search/edit_campaign', await edit(amount))
    expect(await budget()).toBe(micros)
  },
)

test.each([30.555, 0.001, 1e-7, 0.1 + 0.2])(
  'search/edit_campaign returns INVALID_FIELD for %d, which has more decimals than the currency',
  async (amount) => {
    const { error } = expectRefusal(await edit(amount), 'INVALID_FIELD', { field: 'amount' })
    expect(error).toContain('at most 2 decimals in USD')
    expect(await sandbox.writes()).toEqual([])
  },
)

test('search/edit_campaign returns the minimum for a low budget, and PLATFORM_REJECTED for an excessive budget', async () => {
  const low = expectRefusal(await edit(0.01), 'BUDGET_TOO_LOW', { field: 'amount' })
  expect(low.error).toContain('at least 0.1 USD')
  expectRefusal(await edit(10_000_000_000), 'PLATFORM_REJECTED', { field: 'amount' })
})

test('search/edit_campaign accepts only whole yen', async () => {
  const yen = await newSearchUser(service, { person: 'yuki', accountId: '5570001001' })
  const { results } = await service.call('search/get_campaigns', { userId: yen })
  const id = results.campaigns[0]?.id ?? ''
  const half = await service.call('search/edit_campaign', { userId: yen, campaignId: id, amount: 1500.5 })
  expectRefusal(half, 'INVALID_FIELD', { field: 'amount' })
  const whole = await service.call('search/edit_campaign', { userId: yen, campaignId: id, amount: 1500 })
  expectSuccess('search/edit_campaign', whole)
  const after = await service.call('search/get_campaigns', { userId: yen })
  expect(after.results.campaigns[0]?.dailyBudget).toBe('1500')
})

test.each([
  ['lost after it was done', { kind: 'reset', when: 'after' }],
  ['lost before it was done', { kind: 'reset' }],
  [
    'refused because of another change',
    { kind: 'status', status: 400, code: 'databaseError.CONCURRENT_MODIFICATION', times: 3 },
  ],
  ['refused for a moment', { kind: 'rate_limit', retryAfterSeconds: 1, times: 2 }],
  [
    'refused without a reason',
    { kind: 'status', status: 400, code: 'databaseError.DATA_CONSTRAINT_VIOLATION' },
  ],
  [
    'refused with an old token',
    { kind: 'status', status: 401, code: 'authenticationError.OAUTH_TOKEN_EXPIRED' },
  ],
  ['refused with an old token, without a reason', { kind: 'status', status: 401, code: 'NO_FAILURE' }],
])('search/edit_campaign sets the budget although the request was %s', async (how, fault) => {
  const amount = 40 + how.length
  await sandbox.injectFault({ call: 'googleAds:mutate', ...fault })
  expectSuccess('search/edit_campaign', await edit(amount))
  expect(await budget()).toBe(`${amount}000000`)
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('search/edit_campaign does not change a budget that other campaigns share', async () => {
  const [shared = ''] = await createSharedBudgetCampaigns(service, search.userId)
  await sandbox.clearRequests()
  const response = await service.call('search/edit_campaign', {
    userId: search.userId,
    campaignId: shared,
    amount: 10,
  })
  const { error } = expectRefusal(response, 'PLATFORM_REJECTED', { field: 'campaignId' })
  expect(error).toContain('shares its budget')
  expect(await sandbox.writes()).toEqual([])
})

test('search/edit_campaign returns OBJECT_NOT_FOUND for a campaign of another account and an unknown campaign', async () => {
  const other = await newSearchUser(service, { accountId: '4823109764' })
  const foreign = await service.call('search/edit_campaign', { userId: other, campaignId, amount: 10 })
  expectRefusal(foreign, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  expectRefusal(await edit(10, { campaignId: '99999999999999999999' }), 'OBJECT_NOT_FOUND', {
    field: 'campaignId',
  })
})

test('search/edit_campaign returns the old and new budget in the plan of a dry run, and changes nothing', async () => {
  const before = await budget()
  await edit(50)
  const { results } = await edit(51.25, { dryRun: true })
  expect(results['plan']).toEqual([
    {
      step: 'set_budget',
      says: 'Set the daily budget of campaign "Holiday wreaths" from 50.00 to 51.25 USD.',
    },
  ])
  expect(await budget()).toBe('50000000')
  expect(before).not.toBe('51250000')
})

testOperationCosts('search/edit_campaign', { store: 29, upstream: 2 })
