import type { LinkPlatform } from '@adrail/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  createLinkingProcess,
  findUserCredential,
  linkUser,
  readUserHealth,
  valueOrErrorCode,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'

// Each test has a separate service, because the clock advances by years and the API versions of the platforms
// expire.
const databaseUrl = testDatabaseUrl()
let service: TestService
beforeEach(async () => {
  service = await startTestService({ databaseUrl })
})
afterEach(() => service.stop())

const sandbox = () => createSandboxAdmin(service)

async function connect(user: string, platform: LinkPlatform): Promise<unknown> {
  const { connections, refresher } = createLinkingProcess(service)
  const connected = valueOrErrorCode(connections.connect(service.workspaceId, user, toPlatform(platform)))
  await connected
  await refresher.drain()
  return await connected
}

/** Reports a refused token, as a handler does. */
async function reportRefusal(user: string, platform: LinkPlatform): Promise<unknown> {
  const { id, version } = await findUserCredential(service, user, platform)
  return await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id, version))
}

interface Row {
  readonly says: string
  readonly platform: LinkPlatform
  /** Runs before the user links. */
  readonly prepare?: () => Promise<unknown>
  /** Changes the credential before it is used. */
  readonly when: (user: string) => Promise<unknown>
  readonly health: string
}

const rows: readonly Row[] = [
  {
    says: 'a refused refresh token',
    platform: 'SEARCH',
    async when() {
      await sandbox().simulate('revoke', { person: 'ben', platform: 'search' })
      await advanceClocks(service, 2 * hourMs)
    },
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'the end of time-limited access',
    platform: 'SEARCH',
    prepare: () => sandbox().setSwitches({ search: { timeBasedSeconds: 5 * 86_400 } }),
    when: () => advanceClocks(service, 5 * dayMs),
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'a new sign-in that the organization requires',
    platform: 'SEARCH',
    async when() {
      await sandbox().simulate('session_control', { person: 'ben' })
      await advanceClocks(service, 2 * hourMs)
    },
    health: 'needs_reauth session_expired',
  },
  {
    says: '365 days since the consent',
    platform: 'PROFESSIONAL',
    async when(user) {
      for (let day = 0; day < 364; day += 52) {
        await advanceClocks(service, 52 * dayMs)
        await connect(user, 'PROFESSIONAL')
      }
      await advanceClocks(service, 2 * dayMs)
    },
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: '60 days in an app without refresh tokens',
    platform: 'PROFESSIONAL',
    prepare: () => sandbox().setSwitches({ pro: { refreshTokens: false } }),
    when: () => advanceClocks(service, 60 * dayMs),
    health: 'needs_reauth access_expired',
  },
  {
    says: 'the removal of the app at LinkedIn',
    platform: 'PROFESSIONAL',
    async when(user) {
      await advanceClocks(service, hourMs)
      await sandbox().simulate('revoke', { person: 'ben', platform: 'pro' })
      await reportRefusal(user, 'PROFESSIONAL')
    },
    health: 'revoked user_revoked',
  },
  {
    says: 'the expiry of a Meta token (190/463)',
    platform: 'SOCIAL_A',
    when: () => advanceClocks(service, 61 * dayMs),
    health: 'needs_reauth access_expired',
  },
  {
    says: 'the removal of the app at Meta (190/458)',
    platform: 'SOCIAL_A',
    async when(user) {
      await sandbox().simulate('revoke', { person: 'ben', platform: 'social' })
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'revoked user_revoked',
  },
  {
    says: 'a password change (190/460)',
    platform: 'SOCIAL_A',
    async when(user) {
      await sandbox().simulate('password', { person: 'ben' })
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'needs_reauth password_changed',
  },
  {
    says: 'the end of data access before the token expires (190/493)',
    platform: 'SOCIAL_A',
    prepare: () => sandbox().setSwitches({ social: { exchangeExtends: true } }),
    async when(user) {
      await advanceClocks(service, 40 * dayMs)
      await connect(user, 'SOCIAL_A')
      await advanceClocks(service, 51 * dayMs)
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'needs_reauth data_access_expired',
  },
]

describe('a credential that needs a new consent', () => {
  test.each(rows)(
    'is reported as $health after $says, and one new consent restores all connections that use it',
    async ({ platform, prepare, when, health }) => {
      await prepare?.()
      const user = await newLinkedUser(service, { platform: platform, person: 'ben' })
      const colleague = await newLinkedUser(service, { platform: platform, person: 'ben' })
      await when(user)

      // Background maintenance may have detected the problem first. The outcome is the same.
      expect(await connect(user, platform)).toBe('ACCOUNT_RELINK_REQUIRED')
      expect(await readUserHealth(service, user)).toBe(health)
      expect(await readUserHealth(service, colleague)).toBe(health)

      await linkUser(service, { userId: user, platform })
      for (const recovered of [user, colleague]) {
        expect(await readUserHealth(service, recovered)).toBe('active')
        expect(await connect(recovered, platform)).toHaveProperty('selection')
      }
    },
  )
})

describe('a credential whose user must pass a checkpoint at Meta (190/459)', () => {
  test('is checked once an hour, and recovers without a new consent', async () => {
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await sandbox().simulate('checkpoint', { person: 'ben' })
    expect(await reportRefusal(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await readUserHealth(service, user)).toBe('needs_user_action checkpoint')

    // The user is still blocked an hour later. adrail sends no refresh in between.
    const refreshCount = await sandbox().countRefreshes()
    await advanceClocks(service, hourMs / 2)
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await sandbox().countRefreshes()).toBe(refreshCount)
    await advanceClocks(service, hourMs / 2)
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await readUserHealth(service, user)).toBe('needs_user_action checkpoint')
    expect(await sandbox().countRefreshes()).toBe(refreshCount + 1)

    await sandbox().simulate('checkpoint', { person: 'ben', heal: true })
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    await advanceClocks(service, hourMs)
    expect(await connect(user, 'SOCIAL_A')).toHaveProperty('selection')
    expect(await readUserHealth(service, user)).toBe('active')
  })
})

describe('a new LinkedIn token', () => {
  test('is neither replaced nor reported as broken when LinkedIn refuses it in its first minute', async () => {
    const user = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { version } = await findUserCredential(service, user, 'PROFESSIONAL')

    expect(await reportRefusal(user, 'PROFESSIONAL')).toMatchObject({ version })
    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(0)
    expect(await readUserHealth(service, user)).toBe('active')

    await advanceClocks(service, 60_000)
    expect(await reportRefusal(user, 'PROFESSIONAL')).toMatchObject({ version: version + 1 })
  })
})

describe('the expiresAt field of user/get_profile', () => {
  const endOf = async (user: string) => {
    const { results } = await service.call('user/get_profile', { userId: user })
    const ends = Date.parse(results.user.connections[0]?.expiresAt ?? '')
    return Math.round((ends - service.clock.now()) / dayMs)
  }

  test.each([
    ['SOCIAL_A', '60 days after the consent', 60],
    ['SEARCH', 'unknown', Number.NaN],
    ['PROFESSIONAL', '365 days after the consent', 365],
  ] as const)('is, for a new connection to %s, %s', async (platform, _, days) => {
    expect(await endOf(await newLinkedUser(service, { platform: platform, person: 'ben' }))).toBe(days)
  })

  test('is the end of data access when that comes before the end of the token', async () => {
    await sandbox().setSwitches({ social: { exchangeExtends: true } })
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await advanceClocks(service, 40 * dayMs)
    const { connections, refresher } = createLinkingProcess(service)
    await connections.connect(service.workspaceId, user, 'social')
    await refresher.drain()

    expect(await endOf(user)).toBe(50)
  })
})
