import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, querySearchRows, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const { service, sandbox } = search
let campaignId: string
let otherId: string
beforeAll(async () => {
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  const idOf = (called: string) => results.campaigns.find(({ name }) => name === called)?.id ?? ''
  campaignId = idOf('Holiday wreaths')
  otherId = idOf('Spring plants')
})
beforeEach(async () => {
  await sandbox.clearFaults()
  await change('ACTIVE')
  await sandbox.clearRequests()
})
type Status = 'ACTIVE' | 'PAUSED' | 'DELETED'
const change = (status: Status, more = {}) =>
  service.call('search/update_campaign_status', { userId: search.userId, campaignId, status, ...more })
const statusOf = async (id = campaignId) =>
  (await querySearchRows(service, `SELECT campaign.status FROM campaign WHERE campaign.id = ${id}`))[0]?.[
    'campaign'
  ]

test('search/update_campaign_status pauses and resumes a campaign [R4.add.search-update_campaign_status, R4.add.search-update_campaign_status.results]', async () => {
  expectSuccess('search/update_campaign_status', await change('PAUSED'))
  expect(await statusOf()).toMatchObject({ status: 'PAUSED' })
  expectSuccess('search/update_campaign_status', await change('ACTIVE'))
  expect(await statusOf()).toMatchObject({ status: 'ENABLED' })
  expect(await sandbox.writes()).toHaveLength(2)
})

test('search/update_campaign_status sends no write when the campaign already has the status', async () => {
  expectSuccess('search/update_campaign_status', await change('ACTIVE'))
  expect(await sandbox.writes()).toEqual([])
})

test.each([
  ['the response is lost', { kind: 'reset', when: 'after' }],
  ['the request is lost', { kind: 'reset' }],
  ['Google Ads returns 503', { kind: 'status', status: 503 }],
])('search/update_campaign_status pauses the campaign although %s', async (_, fault) => {
  await sandbox.injectFault({ call: 'googleAds:mutate', ...fault })
  expectSuccess('search/update_campaign_status', await change('PAUSED'))
  expect(await statusOf()).toMatchObject({ status: 'PAUSED' })
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('search/update_campaign_status changes nothing in a dry run', async () => {
  const before = await statusOf()
  const { results } = await change('DELETED', { dryRun: true })
  expect(results).toMatchObject({ success: true, dryRun: true })
  expect(await statusOf()).toEqual(before)
})

test('search/update_campaign_status returns OBJECT_NOT_FOUND for foreign, unknown and deleted campaigns', async () => {
  const foreign = await newSearchUser(service, { accountId: '4823109764' })
  const response = await service.call('search/update_campaign_status', {
    userId: foreign,
    campaignId,
    status: 'PAUSED',
  })
  expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  expectRefusal(await change('PAUSED', { campaignId: '1' }), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  const gone = { campaignId: otherId }
  expectSuccess('search/update_campaign_status', await change('DELETED', gone))
  expect(await statusOf(otherId)).toMatchObject({ status: 'REMOVED' })
  expectRefusal(await change('ACTIVE', gone), 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  expectSuccess('search/update_campaign_status', await change('DELETED', gone))
  expect(await sandbox.writes()).toHaveLength(1)
})

testOperationCosts('search/update_campaign_status', { store: 22, upstream: 3 })
