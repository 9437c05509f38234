import { beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { disconnectAll, newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()

beforeEach(() => disconnectAll(service))

const removeLink = (body: unknown, apiKey = service.apiKey) => service.post('auth/remove_link', body, apiKey)

const accountsOf = async (userId: string) =>
  (await service.call('auth/get_connected_accounts_data', { userId })).results.connectedAccounts

const revocations = async () => {
  const calls = ['permissions.delete', 'oauth.revoke']
  const requests = [
    ...(await createSandboxAdmin(service, 'social').requests()),
    ...(await createSandboxAdmin(service, 'search').requests()),
  ]
  return requests.filter(({ call }) => calls.includes(call)).length
}

const credentials = () => service.app.store.db.selectFrom('credentials').select('id').execute()

describe('auth/remove_link', () => {
  test.each([
    ['SOCIAL_A', 1],
    ['SEARCH', 1],
    ['PROFESSIONAL', 0],
  ] as const)(
    'disconnects %s, deletes its tokens and revokes them where the platform supports revocation [R4.add.auth-remove_link, R4.add.auth-remove_link.results]',
    async (platform, revoked) => {
      const userId = await newLinkedUser(service, { platform, person: 'ben' })
      const before = await revocations()
      const response = await removeLink({ userId, platform })
      expect(expectSuccess('auth/remove_link', response)).toEqual({ success: true, error: '' })
      expect(await accountsOf(userId)).toEqual({})
      expect(await credentials()).toEqual([])
      expect((await revocations()) - before).toBe(revoked)
      expectRefusal(await removeLink({ userId, platform }), 'ACCOUNT_NOT_LINKED')
    },
  )

  test('keeps the credential that the connection of another user still needs [R4.add.auth-remove_link.results]', async () => {
    const [gone, stays] = [
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
    ]
    const before = await revocations()
    expectSuccess('auth/remove_link', await removeLink({ userId: gone, platform: 'SEARCH' }))
    expect(await accountsOf(stays)).toMatchObject({ searchAds: { connectionStatus: 'active' } })
    expect(await credentials()).toHaveLength(1)
    expect(await revocations()).toBe(before)
  })

  test('refuses SOCIAL_B, a platform that is not linked, and a user of another workspace', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    expect(expectRefusal(await removeLink({ userId, platform: 'SOCIAL_B' }), 'INVALID_FIELD').field).toBe(
      'platform',
    )
    expectRefusal(await removeLink({ userId, platform: 'SOCIAL_A' }), 'ACCOUNT_NOT_LINKED')
    const other = await service.newWorkspace()
    expectRefusal(await removeLink({ userId, platform: 'SEARCH' }, other.apiKey), 'USER_NOT_FOUND')
    expect(Object.keys(await accountsOf(userId))).toEqual(['searchAds'])
  })
})

testOperationCosts('auth/remove_link', { store: 15, upstream: 1 }, async (service) => ({
  userId: await newLinkedUser(service, { platform: 'SEARCH' }),
  platform: 'SEARCH',
}))
