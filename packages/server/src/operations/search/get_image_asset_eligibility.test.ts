import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, searchSandbox } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_image_asset_eligibility returns whether the account can use images, and changes nothing [R4.add.search-get_image_asset_eligibility, R4.add.search-get_image_asset_eligibility.results]', async () => {
  const sandbox = searchSandbox(service)
  const able = await newSearchUser(service)
  const unable = await newSearchUser(service, { person: 'otto', accountId: '6600000004' })
  await sandbox.clearRequests()
  const yes = await service.call('search/get_image_asset_eligibility', { userId: able })
  expect(expectSuccess('search/get_image_asset_eligibility', yes)).toMatchObject({
    eligible: true,
    reason: '',
  })
  const no = await service.call('search/get_image_asset_eligibility', { userId: unable })
  const { eligible, reason } = expectSuccess('search/get_image_asset_eligibility', no)
  expect(eligible).toBe(false)
  expect(reason).toMatch(/^\S.+\.$/)
  expect(await sandbox.effects()).toEqual([])
  expect(await sandbox.writes()).toEqual([])

  // adrail caches the response for a day.
  const before = (await sandbox.requests()).length
  await service.call('search/get_image_asset_eligibility', { userId: unable })
  expect((await sandbox.requests()).length).toBe(before)
})

test('search/get_image_asset_eligibility ignores an unrelated rejection, and returns PERMISSION_MISSING for a read-only account', async () => {
  const undeclared = await newSearchUser(service, { person: 'otto', accountId: '6600000005' })
  const response = await service.call('search/get_image_asset_eligibility', { userId: undeclared })
  expect(expectSuccess('search/get_image_asset_eligibility', response).eligible).toBe(true)
  const readOnly = await newSearchUser(service, { person: 'otto', accountId: '6600000008' })
  expectRefusal(
    await service.call('search/get_image_asset_eligibility', { userId: readOnly }),
    'PERMISSION_MISSING',
  )
})

testOperationCosts('search/get_image_asset_eligibility', { store: 0, upstream: 0 })
