import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_location_asset lists the synced locations with their place ids [R4.17.results, R2.10.locationAssets]', async () => {
  const userId = await newSearchUser(service)
  const response = await service.call('search/get_location_asset', { userId })
  const { locationAssets } = expectSuccess('search/get_location_asset', response)
  // Google Ads returns the locations in any order.
  expect(locationAssets.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: '55010001', name: 'Fox Garden Shop Soho', place_id: 'ChIJ0sandboxSohoGardenShop01' },
    { id: '55010002', name: 'Fox Garden Shop Harlem', place_id: 'ChIJ0sandboxHarlemGardenShop' },
    { id: '55010003', name: 'Fox Garden Shop Brooklyn', place_id: 'ChIJ0sandboxBrooklynGarden03' },
  ])
})

test('search/get_location_asset returns an empty list for an account without synced locations', async () => {
  const userId = await newSearchUser(service, { person: 'ben', accountId: '' })
  const response = await service.call('search/get_location_asset', { userId })
  expect(expectSuccess('search/get_location_asset', response).locationAssets).toEqual([])
})

testOperationCosts('search/get_location_asset', { store: 0, upstream: 1 })
