import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, querySearchRows, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const { service, sandbox } = search
const create = (locationAssetIds: string[], more = {}) =>
  service.call('search/create_location_group', { userId: search.userId, locationAssetIds, ...more })

async function membersOf(setId: string) {
  const rows = await querySearchRows(
    service,
    `SELECT asset.id, asset_set.type, asset_set.name, asset_set.location_group_parent_asset_set_id FROM asset_set_asset WHERE asset_set.id = ${setId}`,
  )
  return rows as { asset: { id: string }; assetSet: Record<string, string> }[]
}

test('search/create_location_group creates a static group of locations that search/get_location_asset lists [R4.22.results, R4.22.locationAssetIds.source, R2.10.locationGroupId]', async () => {
  const list = await service.call('search/get_location_asset', { userId: search.userId })
  const listed = list.results.locationAssets.map(({ id }) => id)
  // Other tests of this file create groups of other pairs, so this test sorts the ids.
  const ids = listed.toSorted().slice(0, 2)
  const { locationGroupId } = expectSuccess('search/create_location_group', await create(ids))
  const members = await membersOf(locationGroupId)
  expect(members.map(({ asset }) => asset.id)).toEqual(ids)
  expect(members[0]?.assetSet).toMatchObject({
    type: 'STATIC_LOCATION_GROUP',
    locationGroupParentAssetSetId: '66001',
  })
  expect(await sandbox.writes()).toHaveLength(1)
})

test('search/create_location_group returns the same group for the same locations in any order', async () => {
  const first = expectSuccess('search/create_location_group', await create(['55010001', '55010003']))
  await sandbox.clearRequests()
  const second = expectSuccess('search/create_location_group', await create(['55010003', '55010001']))
  expect(second.locationGroupId).toBe(first.locationGroupId)
  expect(await sandbox.writes()).toEqual([])
})

test('search/create_location_group returns one group to concurrent requests with the same locations', async () => {
  const all = ['55010001', '55010002', '55010003']
  // Both requests look up the group before either has written. The name lets only one of them create it.
  const fault = await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'stall', times: 2 })
  const both = [create(all), create(all.toReversed())]
  await expect.poll(() => sandbox.listUnusedFaults()).toEqual([])
  await sandbox.release(fault)
  const ids = (await Promise.all(both)).map(
    (response) => expectSuccess('search/create_location_group', response).locationGroupId,
  )
  expect(new Set(ids).size).toBe(1)
  expect(await membersOf(ids[0] ?? '')).toHaveLength(3)
})

test('search/create_location_group returns the index of an id that is not a synced location of the account', async () => {
  for (const [ids, field] of [
    [['55010001', '99'], 'locationAssetIds[1]'],
    [['88001122'], 'locationAssetIds[0]'],
  ] as const) {
    const response = await create([...ids])
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field })
  }
  const other = await newSearchUser(service, { accountId: '4823109764' })
  const foreign = await service.call('search/create_location_group', {
    userId: other,
    locationAssetIds: ['55010001'],
  })
  expectRefusal(foreign, 'REFERENCE_NOT_FOUND', { field: 'locationAssetIds[0]' })
  expect(await sandbox.writes()).toEqual([])
})

test('search/create_location_group returns the index of the location that Google Ads rejects', async () => {
  const code =
    'assetSetAssetError.PARENT_LINKAGE_DOES_NOT_EXIST@mutate_operations[2].asset_set_asset_operation.create.asset'
  await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'status', status: 400, code })
  const response = await create(['55010003', '55010002'])
  expectRefusal(response, 'PLATFORM_REJECTED', { field: 'locationAssetIds[1]' })
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test.each([
  ['the response is lost', { kind: 'reset', when: 'after' }],
  ['Google Ads returns 500', { kind: 'status', status: 500 }],
])('search/create_location_group creates the group although %s', async (_, fault) => {
  await sandbox.injectFault({ call: 'googleAds:mutate', ...fault })
  const ids = fault.kind === 'reset' ? ['55010003'] : ['55010002']
  const results = expectSuccess('search/create_location_group', await create(ids))
  expect((await membersOf(results.locationGroupId)).map(({ asset }) => asset.id)).toEqual(ids)
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('search/create_location_group returns the plan of a dry run and creates nothing', async () => {
  const { results } = await create(['55010001'], { dryRun: true })
  expect(results).toMatchObject({
    success: true,
    dryRun: true,
    plan: [{ says: 'Create a location group of one location.' }],
  })
  expect(await sandbox.effects()).toEqual([])
})

testOperationCosts('search/create_location_group', { store: 22, upstream: 3 })
