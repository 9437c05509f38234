import { describe, expect, onTestFinished, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { startTestService, testDatabaseUrl, useService } from '../../../testing/service.ts'

const service = useService()

async function makeUser(name = 'Ada'): Promise<string> {
  return (await service.call('user/create_user', { name })).results.user.userId
}

describe('user/delete_user', () => {
  test('deletes the row of the user, and later requests return USER_NOT_FOUND [R4.add.user-delete_user, R4.add.user-delete_user.results]', async () => {
    const userId = await makeUser('Ada who leaves')
    // This request adds the user to the cache.
    expect((await service.post('user/get_profile', { userId })).status).toBe(200)
    const results = expectSuccess('user/delete_user', await service.post('user/delete_user', { userId }))
    expect(results).toEqual({ success: true, error: '' })

    const rows = await service.app.store.db.selectFrom('users').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('Ada who leaves')
    expectRefusal(await service.post('user/get_profile', { userId }), 'USER_NOT_FOUND')
    expectRefusal(await service.post('user/delete_user', { userId }), 'USER_NOT_FOUND')
    const listed = await service.call('user/list_users', {})
    expect(listed.results.users.map((user) => user.userId)).not.toContain(userId)
  })

  test('succeeds for exactly one of ten concurrent requests', async () => {
    const userId = await makeUser()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => service.post('user/delete_user', { userId })),
    )
    expect(responses.filter(({ status }) => status === 200).length).toBe(1)
    expect(responses.filter(({ status }) => status === 404).length).toBe(9)
  })

  test('leaves no deleted user in the cache when profile requests are concurrent', async () => {
    for (let round = 0; round < 20; round++) {
      const userId = await makeUser()
      // The cached user expires, so that every request queries the database.
      service.clock.advance(5000)
      const profileRequests = Array.from({ length: 5 }, () => service.post('user/get_profile', { userId }))
      await Promise.all([...profileRequests, service.post('user/delete_user', { userId })])
      expectRefusal(await service.post('user/get_profile', { userId }), 'USER_NOT_FOUND')
    }
  })

  test('returns USER_NOT_FOUND for a user of another workspace and does not delete the user [R5.4.workspace]', async () => {
    const other = await service.newWorkspace()
    const userId = await makeUser()
    expectRefusal(await service.post('user/delete_user', { userId }, other.apiKey), 'USER_NOT_FOUND')
    expect((await service.post('user/get_profile', { userId })).status).toBe(200)
  })

  test('does not delete another user of the workspace', async () => {
    const [gone, stays] = [await makeUser(), await makeUser()]
    await service.post('user/delete_user', { userId: gone })
    expect((await service.post('user/get_profile', { userId: stays })).status).toBe(200)
  })

  test('deletes connections, links and tokens, and revokes the consent on the platform [R4.add.user-delete_user.tokens]', async () => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'greta' })
    await service.call('auth/create_link', { userId, platform: 'PROFESSIONAL' })
    expectSuccess('user/delete_user', await service.post('user/delete_user', { userId }))
    const { db } = service.app.store
    for (const table of ['connections', 'credentials', 'links'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    const seen = await createSandboxAdmin(service, 'search').requests()
    expect(seen.filter(({ call }) => call === 'oauth.revoke')).toMatchObject([{ status: 200 }])
  })

  test('deletes the connection of a link that completes during the deletion, with its tokens, lead source and mirror', async () => {
    const environment = { LEADS: 'on', MIRROR: 'on' }
    const own = await startTestService({ databaseUrl: testDatabaseUrl(), environment })
    onTestFinished(() => own.stop())
    const sandbox = createSandboxAdmin(own, 'search')
    const userId = await newLinkedUser(own, { platform: 'SEARCH', person: 'greta' })
    const stall = await sandbox.injectFault({ call: 'oauth.revoke', kind: 'stall' })
    const deletion = own.post('user/delete_user', { userId })
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    // The deletion has already listed the connections of the user.
    await linkExistingUser(own, userId, { platform: 'SEARCH' })
    await sandbox.release(stall)
    expectSuccess('user/delete_user', await deletion)
    const { db } = own.app.store
    for (const table of ['connections', 'credentials', 'links'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    for (const table of ['lead_sources', 'mirrors'] as const)
      expect(await db.selectFrom(table).select('id').where('ended_at', 'is', null).execute()).toEqual([])
    expect(await sandbox.requests('oauth.revoke')).toHaveLength(2)
  })
})

testOperationCosts('user/delete_user', { store: 24, upstream: 1 })
