import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, searchSandbox } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_languages lists languages for targeting and queries Google Ads once a day for all users [R4.add.search-get_languages, R4.add.search-get_languages.results]', async () => {
  const userId = await newSearchUser(service)
  const other = await newSearchUser(service, { person: 'ben', accountId: '' })
  const sandbox = searchSandbox(service)
  await sandbox.clearRequests()
  const response = await service.call('search/get_languages', { userId })
  const { languages } = expectSuccess('search/get_languages', response)
  expect(languages).toContainEqual({ id: '1000', code: 'en', name: 'English' })
  expect(languages).toContainEqual(expect.objectContaining({ id: '1018', code: 'zh_TW' }))
  expect(languages.length).toBeGreaterThan(30)
  await service.call('search/get_languages', { userId: other })
  expect(await sandbox.requests()).toHaveLength(1)

  service.clock.advance(25 * 60 * 60 * 1000)
  await service.call('search/get_languages', { userId: other })
  expect((await sandbox.requests()).filter(({ call }) => call === 'googleAds:search')).toHaveLength(2)
})

testOperationCosts('search/get_languages', { store: 0, upstream: 0 })
