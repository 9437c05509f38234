import { operations } from '@adrail/contract'
import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { searchSandbox, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const { service, sandbox } = search

test('search/search_locations finds locations by name and returns every field [R4.add.search-search_locations, R4.add.search-search_locations.results]', async () => {
  const response = await service.call('search/search_locations', {
    userId: search.userId,
    query: 'Austin',
    countryCode: 'US',
  })
  const { locations } = operations['search/search_locations'].example.results
  expect(expectSuccess('search/search_locations', response).locations).toEqual(locations)
})

test('search/search_locations returns an empty list for a name that no location has', async () => {
  const response = await service.call('search/search_locations', {
    userId: search.userId,
    query: "Nowhere O'Ville \\ 50%",
  })
  expect(expectSuccess('search/search_locations', response).locations).toEqual([])
})

test('search/search_locations sends a query that contains JSON to Google Ads as plain text', async () => {
  await sandbox.clearRequests()
  const query = '"]}, "geoTargets": {"geoTargetConstants": ["geoTargetConstants/2840"]'
  const response = await service.call('search/search_locations', {
    userId: search.userId,
    query,
    locale: 'de',
  })
  expect(expectSuccess('search/search_locations', response).locations).toEqual([])
  const [request] = await sandbox.requests()
  expect(JSON.parse(request?.body ?? '')).toEqual({ locale: 'de', locationNames: { names: [query] } })
})

test('search/search_locations returns the field that Google Ads rejects', async () => {
  await searchSandbox(service).injectFault({
    call: 'geoTargetConstants:suggest',
    kind: 'status',
    status: 400,
    code: 'geoTargetConstantSuggestionError.LOCATION_NAME_SIZE_LIMIT@location_names.names[0]',
  })
  const response = await service.call('search/search_locations', { userId: search.userId, query: 'Boston' })
  expectRefusal(response, 'PLATFORM_REJECTED', { field: 'query' })
})

testOperationCosts('search/search_locations', { store: 0, upstream: 0 })
