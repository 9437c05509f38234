import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, querySearchRows, searchSandbox } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

test('search/get_lead_forms lists every lead form of the account with id and name [R4.20.results, R2.10.leadFormInfo]', async () => {
  const userId = await newSearchUser(service)
  const results = expectSuccess(
    'search/get_lead_forms',
    await service.call('search/get_lead_forms', { userId }),
  )
  expect(results.leadFormInfo).toEqual([
    { leadFormAssetId: '88001122', name: 'Fox Garden Shop' },
    { leadFormAssetId: '88001123', name: 'Fox Garden workshops' },
  ])
  const rows = await querySearchRows(service, "SELECT asset.id FROM asset WHERE asset.type = 'LEAD_FORM'")
  expect(results.leadFormInfo).toHaveLength(rows.length)
})

test('search/get_lead_forms returns an empty list for an account without lead forms', async () => {
  const userId = await newSearchUser(service, { person: 'ben', accountId: '' })
  const { results } = await service.call('search/get_lead_forms', { userId })
  expect(results.leadFormInfo).toEqual([])
})

test('search/get_lead_forms reads all pages, and search/get_conversion_actions rejects a list with too many pages', async () => {
  const userId = await newSearchUser(service)
  const sandbox = searchSandbox(service)
  await sandbox.simulate('search/pageRows', { rows: 1 })
  try {
    const { results } = await service.call('search/get_lead_forms', { userId })
    expect(results.leadFormInfo).toHaveLength(2)
    const many = await service.call('search/get_conversion_actions', { userId })
    expect(many).toMatchObject({ status: 200, results: { success: false, code: 'PLATFORM_REJECTED' } })
    expect(many.results.error).toContain('more than 5')
  } finally {
    await sandbox.simulate('search/pageRows', { rows: 10_000 })
  }
})

test('search/get_lead_forms sends login-customer-id only for an account that is linked through a manager', async () => {
  const sandbox = searchSandbox(service)
  const direct = await newSearchUser(service)
  const managed = await newSearchUser(service, { accountId: '4823109764' })
  await sandbox.clearRequests()
  await service.call('search/get_lead_forms', { userId: direct })
  await service.call('search/get_lead_forms', { userId: managed })
  const headers = (await sandbox.requests()).map((request) => request.headers)
  expect(headers.map((header) => header['login-customer-id'])).toEqual([undefined, '7710000001'])
  expect(headers.map((header) => header['developer-token'])).toEqual([undefined, undefined])
})

testOperationCosts('search/get_lead_forms', { store: 0, upstream: 1 })
