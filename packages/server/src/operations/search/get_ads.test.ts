import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { querySearchRows, useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search
const operation = 'search/get_ads'

const brand = '21894430548'

test('search/get_ads lists the ads of a campaign with the ad group they are in, in two calls [R4.add.search-get_ads, R4.add.search-get_ads.results]', async () => {
  await sandbox.clearRequests()
  const response = await service.call(operation, { userId: search.userId, campaignId: brand })
  const { ads, pagination } = expectSuccess(operation, response)
  expect((await sandbox.requests()).map(({ call }) => call)).toEqual(['googleAds:search', 'googleAds:search'])
  const there = await querySearchRows(
    service,
    `SELECT ad_group_ad.ad.id FROM ad_group_ad WHERE campaign.id = ${brand} AND ad_group_ad.status != 'REMOVED'`,
  )
  expect(ads.length).toBe(there.length)
  const { adGroups } = (
    await service.call('search/get_ad_groups', { userId: search.userId, campaignId: brand })
  ).results
  for (const ad of ads) {
    expect(adGroups.map(({ id }) => id)).toContain(ad.adGroupId)
    expect(ad.name).not.toBe('')
    expect(ad).toMatchObject({ status: 'ACTIVE', effectiveStatus: 'ELIGIBLE', issues: [] })
  }
  expect(pagination).toEqual({ next: '', previous: '' })
})

test('search/get_ads reports the review of a new ad as an issue', async () => {
  const body = minimalSearchCampaign(search.userId, 'Just made')
  const { results } = await service.call('search/create_search_campaign', body)
  const campaignId = results.campaignResourceName.split('/').at(-1) ?? ''
  const { ads } = (await service.call(operation, { userId: search.userId, campaignId })).results
  expect(ads.length).toBe(1)
  expect(ads[0]?.issues).toContain('The ad is being reviewed.')
})

test('search/get_ads returns OBJECT_NOT_FOUND for a campaign that does not exist', async () => {
  const response = await service.call(operation, { userId: search.userId, campaignId: '1' })
  expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
})

test('search/get_ads returns INVALID_CURSOR for a cursor that adrail never issued', async () => {
  expectRefusal(
    await service.call(operation, { userId: search.userId, campaignId: brand, pagination: 'x' }),
    'INVALID_CURSOR',
  )
})

testOperationCosts('search/get_ads', { store: 0, upstream: 2 })
