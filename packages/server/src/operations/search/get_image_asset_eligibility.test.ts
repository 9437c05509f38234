import { expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { searchSandbox, searchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_image_asset_eligibility tells whether the account may use images, and changes nothing [R4.add.search-get_image_asset_eligibility, R4.add.search-get_image_asset_eligibility.results]', async () => {
  const sandbox = searchSandbox(service)
  const able = await searchUser(service)
  const unable = await searchUser(service, { person: 'otto', accountId: '6600000004' })
  await sandbox.forget()
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

  // The answer is kept for a day.
  const before = (await sandbox.requests()).length
  await service.call('search/get_image_asset_eligibility', { userId: unable })
  expect((await sandbox.requests()).length).toBe(before)
})

test('search/get_image_asset_eligibility is not confused by what is wrong elsewhere in the account', async () => {
  const undeclared = await searchUser(service, { person: 'otto', accountId: '6600000005' })
  const answer = await service.call('search/get_image_asset_eligibility', { userId: undeclared })
  expect(expectSuccess('search/get_image_asset_eligibility', answer).eligible).toBe(true)
  const readOnly = await searchUser(service, { person: 'otto', accountId: '6600000008' })
  expectRefusal(
    await service.call('search/get_image_asset_eligibility', { userId: readOnly }),
    'PERMISSION_MISSING',
  )
})

costs('search/get_image_asset_eligibility', { store: 0, upstream: 0 })
