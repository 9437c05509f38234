import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess, withoutSentId } from '../../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../../testing/linked.ts'
import { advanceClocks, createLinkingProcess } from '../../../testing/linking.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'

const service = useService()

const profile = (body: unknown, apiKey = service.apiKey) => service.post('user/get_profile', body, apiKey)

describe('user/get_profile', () => {
  test('returns the user that user/create_user returned, by userId or externalId [R4.add.user-get_profile, R4.add.user-get_profile.results, R4.userId.source]', async () => {
    const made = await service.call('user/create_user', {
      name: 'Ada',
      email: 'a@b.example',
      externalId: 'e-1',
    })
    const { user } = made.results
    for (const body of [{ userId: user.userId }, { externalId: 'e-1' }])
      expect(expectSuccess('user/get_profile', await profile(body))).toEqual({
        success: true,
        error: '',
        user,
      })
  })

  test('requires exactly one of userId and externalId [R4.add.user-get_profile]', async () => {
    const both = expectRefusal(await profile({ userId: 'usr_x', externalId: 'e-1' }), 'INVALID_FIELD')
    expect(both.field).toBe('externalId')
    const neither = expectRefusal(await profile({}), 'INVALID_FIELD')
    expect(neither.field).toBe('userId')
    expectRefusal(await profile({ userId: '' }), 'INVALID_FIELD')
    expectRefusal(await profile({ externalId: '' }), 'INVALID_FIELD')
  })

  test('returns USER_NOT_FOUND for a user that does not exist [R7.3.unknown-user]', async () => {
    for (const body of [{ userId: 'usr_unknown' }, { externalId: 'unknown' }, { userId: "' or 1=1 --" }])
      expectRefusal(await profile(body), 'USER_NOT_FOUND')
  })

  test("returns the same response for another workspace's user as for an unknown user, by either id [R5.4.workspace]", async () => {
    const other = await service.newWorkspace()
    const { results } = await service.call(
      'user/create_user',
      { name: 'Theirs', externalId: 'theirs' },
      { apiKey: other.apiKey },
    )
    const unknown = withoutSentId(await profile({ userId: 'usr_unknown' }), 'usr_unknown')
    const { userId } = results.user
    expect(withoutSentId(await profile({ userId }), userId)).toEqual(unknown)
    expect(withoutSentId(await profile({ externalId: 'theirs' }), 'theirs')).toEqual(unknown)
    expect((await profile({ userId: results.user.userId }, other.apiKey)).status).toBe(200)
  })

  test('refuses a blank externalId although a user without an externalId exists', async () => {
    await service.call('user/create_user', { name: 'Ada' })
    expectRefusal(await profile({ externalId: ' ' }), 'INVALID_FIELD')
  })

  test('returns linked platforms at once after a change, and within five seconds after a change by another process', async () => {
    const userId = await newUser(service)
    const platforms = async () => {
      const { user } = expectSuccess('user/get_profile', await profile({ userId }))
      return user.connections.map(({ platform }) => platform)
    }
    expect(await platforms()).toEqual([])
    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    expect(await platforms()).toEqual(['SEARCH'])
    await service.call('auth/remove_link', { userId, platform: 'SEARCH' })
    expect(await platforms()).toEqual([])

    await linkExistingUser(service, userId, { platform: 'SEARCH' })
    expect(await platforms()).toEqual(['SEARCH'])
    await createLinkingProcess(service).connections.remove(service.workspaceId, userId, 'search')
    await advanceClocks(service, 5000)
    expect(await platforms()).toEqual([])
  })

  test('returns the health of each connection, and when its consent expires [R2.gap.user-connections]', async () => {
    const userId = await newLinkedUser(service, { person: 'ben' })
    const connectionsOf = async () => {
      const { user } = expectSuccess('user/get_profile', await profile({ userId }))
      return (user as { connections: unknown }).connections
    }
    expect(await connectionsOf()).toEqual([
      {
        platform: 'SOCIAL_A',
        health: 'active',
        reason: '',
        expiresAt: expect.stringMatching(/^2026-03-\d\dT[\d:.]+Z$/),
        missingPermissions: [],
      },
    ])
    const url = `${service.url}/connect/deauthorize/social`
    await createSandboxAdmin(service).simulate('deauthorize', { person: 'ben', url })
    expect(await connectionsOf()).toMatchObject([{ health: 'revoked', reason: 'user_revoked' }])
  })
})

testOperationCosts('user/get_profile', { store: 0, upstream: 0 }, async (service) => ({
  userId: await newLinkedUser(service),
}))
