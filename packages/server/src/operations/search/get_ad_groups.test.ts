import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { querySearchRows, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const { service, sandbox } = search
const operation = 'search/get_ad_groups'

const campaignNamed = async (wanted: string) => {
  const { results } = await service.call('search/get_campaigns', { userId: search.userId })
  return results.campaigns.find(({ name }) => name === wanted)?.id ?? ''
}

test('search/get_ad_groups lists the ad groups of a campaign with their settings, in at most six calls [R4.add.search-get_ad_groups, R4.add.search-get_ad_groups.results]', async () => {
  const campaignId = await campaignNamed('Garden chairs New York')
  await sandbox.clearRequests()
  const response = await service.call(operation, { userId: search.userId, campaignId })
  const { adGroups, pagination } = expectSuccess(operation, response)
  const calls = (await sandbox.requests()).map(({ call }) => call)
  // The names of places and languages come from catalogs that are read once a day.
  expect(calls.filter((call) => call === 'googleAds:search').length).toBeLessThanOrEqual(6)
  const there = await querySearchRows(
    service,
    `SELECT ad_group.id FROM ad_group WHERE campaign.id = ${campaignId} AND ad_group.status != 'REMOVED'`,
  )
  expect(adGroups.length).toBe(there.length)
  expect(adGroups.length).toBeGreaterThan(0)
  expect(adGroups[0]).toMatchObject({ status: 'ACTIVE', effectiveStatus: 'ELIGIBLE', issues: [] })
  expect(pagination).toEqual({ next: '', previous: '' })
})

test('search/get_ad_groups reports the paused campaign as the reason why an ad group does not deliver', async () => {
  const { results } = await service.call(operation, {
    userId: search.userId,
    campaignId: await campaignNamed('Spring plants'),
  })
  for (const adGroup of results.adGroups)
    expect(adGroup).toMatchObject({ effectiveStatus: 'NOT_ELIGIBLE', issues: ['The campaign is paused.'] })
})

test('search/get_ad_groups returns OBJECT_NOT_FOUND for a campaign that does not exist', async () => {
  const response = await service.call(operation, { userId: search.userId, campaignId: '1' })
  expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
})

test('search/get_ad_groups returns INVALID_CURSOR for a cursor that adrail never issued', async () => {
  const campaignId = await campaignNamed('Spring plants')
  expectRefusal(
    await service.call(operation, { userId: search.userId, campaignId, pagination: 'x' }),
    'INVALID_CURSOR',
  )
})

testOperationCosts('search/get_ad_groups', { store: 0, upstream: 4 })
