import type { LinkPlatform } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { disconnectAll, linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  createLinkingProcess,
  linkUser,
  relinkUser,
  valueOrErrorCode,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { hourMs } from '../runtime/durations.ts'

const service = useService()

beforeEach(async () => {
  await disconnectAll(service)
  await createSandboxAdmin(service).reset()
})

const revokeCalls = { SOCIAL_A: 'permissions.delete', SEARCH: 'oauth.revoke' } as const
const revocations = async (platform: keyof typeof revokeCalls) =>
  (await createSandboxAdmin(service, toPlatform(platform)).requests(revokeCalls[platform])).length
const credentials = async () =>
  (await service.app.store.db.selectFrom('credentials').select('id').execute()).length
const remove = async (userId: string, platform: LinkPlatform, apiKey = service.apiKey) =>
  (await service.call('auth/remove_link', { userId, platform }, { apiKey })).status

describe('auth/remove_link [R4.add.auth-remove_link, R4.add.auth-remove_link.results]', () => {
  test.each(['SOCIAL_A', 'SEARCH'] as const)(
    'revokes a consent to %s only when it removes the last connection that uses the consent',
    async (platform) => {
      const [first, second] = [
        await newLinkedUser(service, { platform, person: 'ben' }),
        await newLinkedUser(service, { platform, person: 'ben' }),
      ]
      const { connections } = service.app.service
      const connect = (user: string) =>
        valueOrErrorCode(connections.connect(service.workspaceId, user, toPlatform(platform)))

      expect(await remove(first, platform)).toBe(200)
      expect(await revocations(platform)).toBe(0)
      expect(await connect(first)).toBe('ACCOUNT_NOT_LINKED')
      expect(await connect(second)).toHaveProperty('selection')

      expect(await remove(second, platform)).toBe(200)
      expect(await revocations(platform)).toBe(1)
      expect(await connect(second)).toBe('ACCOUNT_NOT_LINKED')
      expect(await credentials()).toBe(0)
      expect(await remove(second, platform)).toBe(409)
    },
  )

  test('keeps the consent on the platform while a connection of another workspace uses it', async () => {
    const other = await service.newWorkspace()
    const foreignUserId = await newUser(service, { workspaceId: other.id })
    await linkUser({ url: service.url, apiKey: other.apiKey }, { userId: foreignUserId, platform: 'SEARCH' })
    const ownUserId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })

    expect(await remove(ownUserId, 'SEARCH')).toBe(200)
    expect(await revocations('SEARCH')).toBe(0)
    await advanceClocks(service, 2 * hourMs)
    expect(
      await createLinkingProcess(service).connections.connect(other.id, foreignUserId, 'search'),
    ).toBeDefined()

    expect(await remove(foreignUserId, 'SEARCH', other.apiKey)).toBe(200)
    expect(await revocations('SEARCH')).toBe(1)
  })

  test('deletes the credential even if the platform does not respond', async () => {
    const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    await createSandboxAdmin(service).injectFault({ platform: 'search', call: 'oauth.revoke', kind: 'reset' })

    expect(await remove(user, 'SEARCH')).toBe(200)
    expect(await credentials()).toBe(0)
  })

  test('never leaves a connection without its credential when another user links at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const [leaving, coming] = [
        await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
        await newUser(service),
      ]
      const link = () => linkUser(service, { userId: coming, platform: 'SEARCH' })
      // The platform ends all consents of the person, so a user who consents at that moment has to retry.
      await Promise.all([remove(leaving, 'SEARCH'), link().catch(link)])
      const { connections } = createLinkingProcess(service)
      expect(await connections.connect(service.workspaceId, coming, 'search')).toBeDefined()
      expect(await remove(coming, 'SEARCH')).toBe(200)
    }
  })
})

test('linking a user to another person revokes the consent of the first person when no connection uses it', async () => {
  const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
  await relinkUser(service, { userId: user, platform: 'SEARCH' }, 'yuki')

  expect(await revocations('SEARCH')).toBe(1)
  expect(await credentials()).toBe(1)
})

test('user/delete_user deletes the connections and tokens of the user [R4.add.user-delete_user.tokens]', async () => {
  const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
  await linkUser(service, { userId: user, platform: 'PROFESSIONAL' })
  expect(await credentials()).toBe(2)

  expect((await service.call('user/delete_user', { userId: user })).status).toBe(200)

  expect(await credentials()).toBe(0)
  expect(await revocations('SEARCH')).toBe(1)
})

test('an agency can link 120 users with one login, four at a time, and one token refresh serves all of them', async () => {
  const users: string[] = []
  const linkSome = async () => {
    while (users.length < 120) {
      const userId = await newUser(service)
      users.push(userId)
      await linkExistingUser(service, userId, { platform: 'SEARCH', person: 'ben' })
    }
  }
  await Promise.all(Array.from({ length: 4 }, linkSome))
  await advanceClocks(service, 2 * hourMs)
  const { connections } = createLinkingProcess(service)

  const versions = await Promise.all(
    users.map(async (user) => {
      const connected = await connections.connect(service.workspaceId, user, 'search')
      return (await connected.token()).version
    }),
  )

  expect(versions).toHaveLength(users.length)
  expect(new Set(versions).size).toBe(1)
  expect(await credentials()).toBe(1)
  expect(await createSandboxAdmin(service, 'search').countRefreshes()).toBe(1)
})
