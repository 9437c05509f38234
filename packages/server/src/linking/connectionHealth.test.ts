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
import type { LinkPlatform } from '../platforms/connector-kit/platformNames.ts'
import { toPlatform } from '../platforms/connector-kit/platformNames.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'

// One service for each test: the clock goes on for years, and the platforms' versions end with them.
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

/** What a handler does whose token the platform refused. */
async function reportRefusal(user: string, platform: LinkPlatform): Promise<unknown> {
  const { id, version } = await findUserCredential(service, user, platform)
  return await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id, version))
}

interface Row {
  readonly says: string
  readonly platform: LinkPlatform
  /** Before the user links. */
  readonly prepare?: () => Promise<unknown>
  /** What happens to the credential, up to the moment it is used. */
  readonly when: (user: string) => Promise<unknown>
  readonly health: string
}

const rows: readonly Row[] = [
  {
    says: 'a refresh token that is refused',
    platform: 'SEARCH',
    async when() {
      await sandbox().simulate('revoke', { person: 'ben', platform: 'search' })
      await advanceClocks(service, 2 * hourMs)
    },
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'access that was granted for a limited time',
    platform: 'SEARCH',
    prepare: () => sandbox().setSwitches({ search: { timeBasedSeconds: 5 * 86_400 } }),
    when: () => advanceClocks(service, 5 * dayMs),
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'an organisation that asks for a new sign-in',
    platform: 'SEARCH',
    async when() {
      await sandbox().simulate('session_control', { person: 'ben' })
      await advanceClocks(service, 2 * hourMs)
    },
    health: 'needs_reauth session_expired',
  },
  {
    says: 'the 365th day after the consent',
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
    says: 'the 60th day of an app without refresh tokens',
    platform: 'PROFESSIONAL',
    prepare: () => sandbox().setSwitches({ pro: { refreshTokens: false } }),
    when: () => advanceClocks(service, 60 * dayMs),
    health: 'needs_reauth access_expired',
  },
  {
    says: 'a member who removed the app',
    platform: 'PROFESSIONAL',
    async when(user) {
      await advanceClocks(service, hourMs)
      await sandbox().simulate('revoke', { person: 'ben', platform: 'pro' })
      await reportRefusal(user, 'PROFESSIONAL')
    },
    health: 'revoked user_revoked',
  },
  {
    says: 'a social token at its end (190/463)',
    platform: 'SOCIAL_A',
    when: () => advanceClocks(service, 61 * dayMs),
    health: 'needs_reauth access_expired',
  },
  {
    says: 'a person who removed the app (190/458)',
    platform: 'SOCIAL_A',
    async when(user) {
      await sandbox().simulate('revoke', { person: 'ben', platform: 'social' })
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'revoked user_revoked',
  },
  {
    says: 'a changed password (190/460)',
    platform: 'SOCIAL_A',
    async when(user) {
      await sandbox().simulate('password', { person: 'ben' })
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'needs_reauth password_changed',
  },
  {
    says: 'data access that ended though the token lives (190/493)',
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

describe('a credential that only its person can mend', () => {
  test.each(rows)(
    '$says shows as $health; one new consent heals everybody who uses it',
    async ({ platform, prepare, when, health }) => {
      await prepare?.()
      const user = await newLinkedUser(service, { platform: platform, person: 'ben' })
      const colleague = await newLinkedUser(service, { platform: platform, person: 'ben' })
      await when(user)

      // Background upkeep may have found it out before us; the outcome is the same.
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

describe('a person who must pass a check at the platform first (190/459)', () => {
  test('is looked at again once an hour, and heals without a new consent', async () => {
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await sandbox().simulate('checkpoint', { person: 'ben' })
    expect(await reportRefusal(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await readUserHealth(service, user)).toBe('needs_user_action checkpoint')

    // Still blocked an hour later; in between nobody asks.
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

describe('a brand-new token of the professional network', () => {
  test('that is refused for some seconds is neither replaced nor called dead', async () => {
    const user = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { version } = await findUserCredential(service, user, 'PROFESSIONAL')

    expect(await reportRefusal(user, 'PROFESSIONAL')).toMatchObject({ version })
    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(0)
    expect(await readUserHealth(service, user)).toBe('active')

    await advanceClocks(service, 60_000)
    expect(await reportRefusal(user, 'PROFESSIONAL')).toMatchObject({ version: version + 1 })
  })
})

describe('what a profile says about the end of a connection', () => {
  const endOf = async (user: string) => {
    const { results } = await service.call('user/get_profile', { userId: user })
    const ends = Date.parse(results.user.connections[0]?.expiresAt ?? '')
    return Math.round((ends - service.clock.now()) / dayMs)
  }

  test.each([
    ['SOCIAL_A', '60 days after the consent', 60],
    ['SEARCH', 'unknown', Number.NaN],
    ['PROFESSIONAL', '365 days after the consent', 365],
  ] as const)('%s: %s', async (platform, _, days) => {
    expect(await endOf(await newLinkedUser(service, { platform: platform, person: 'ben' }))).toBe(days)
  })

  test('is the end of access to data where that comes first', async () => {
    await sandbox().setSwitches({ social: { exchangeExtends: true } })
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await advanceClocks(service, 40 * dayMs)
    const { connections, refresher } = createLinkingProcess(service)
    await connections.connect(service.workspaceId, user, 'social')
    await refresher.drain()

    expect(await endOf(user)).toBe(50)
  })
})
