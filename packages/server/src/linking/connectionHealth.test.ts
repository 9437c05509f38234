import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkedUser } from '../../testing/linked.ts'
import {
  anotherProcess,
  credentialOf,
  dayMs,
  healthOfUser,
  hourMs,
  linkUser,
  outcome,
  turn,
} from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabase } from '../../testing/service.ts'
import type { LinkPlatform } from '../platforms/kit/names.ts'
import { platformOf } from '../platforms/kit/names.ts'

// One service for each test: the clock goes on for years, and the platforms' versions end with them.
const databaseUrl = testDatabase()
let service: TestService
beforeEach(async () => {
  service = await startTestService({ databaseUrl })
})
afterEach(() => service.stop())

const sandbox = () => sandboxOf(service)

async function connect(user: string, platform: LinkPlatform): Promise<unknown> {
  const { connections, keeper } = anotherProcess(service)
  const connected = outcome(connections.connect(service.workspaceId, user, platformOf(platform)))
  await connected
  await keeper.settle()
  return await connected
}

/** What a handler does whose token the platform refused. */
async function reportRefusal(user: string, platform: LinkPlatform): Promise<unknown> {
  const { id, version } = await credentialOf(service, user, platform)
  return await outcome(anotherProcess(service).keeper.fresh(id, version))
}

interface Row {
  readonly says: string
  readonly platform: LinkPlatform
  /** Before the user links. */
  readonly given?: () => Promise<unknown>
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
      await turn(service, 2 * hourMs)
    },
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'access that was granted for a limited time',
    platform: 'SEARCH',
    given: () => sandbox().switch({ search: { timeBasedSeconds: 5 * 86_400 } }),
    when: () => turn(service, 5 * dayMs),
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'an organisation that asks for a new sign-in',
    platform: 'SEARCH',
    async when() {
      await sandbox().simulate('session_control', { person: 'ben' })
      await turn(service, 2 * hourMs)
    },
    health: 'needs_reauth session_expired',
  },
  {
    says: 'the 365th day after the consent',
    platform: 'PROFESSIONAL',
    async when(user) {
      for (let day = 0; day < 364; day += 52) {
        await turn(service, 52 * dayMs)
        await connect(user, 'PROFESSIONAL')
      }
      await turn(service, 2 * dayMs)
    },
    health: 'needs_reauth refresh_token_expired',
  },
  {
    says: 'the 60th day of an app without refresh tokens',
    platform: 'PROFESSIONAL',
    given: () => sandbox().switch({ pro: { refreshTokens: false } }),
    when: () => turn(service, 60 * dayMs),
    health: 'needs_reauth access_expired',
  },
  {
    says: 'a member who removed the app',
    platform: 'PROFESSIONAL',
    async when(user) {
      await turn(service, hourMs)
      await sandbox().simulate('revoke', { person: 'ben', platform: 'pro' })
      await reportRefusal(user, 'PROFESSIONAL')
    },
    health: 'revoked user_revoked',
  },
  {
    says: 'a social token at its end (190/463)',
    platform: 'SOCIAL_A',
    when: () => turn(service, 61 * dayMs),
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
    given: () => sandbox().switch({ social: { exchangeExtends: true } }),
    async when(user) {
      await turn(service, 40 * dayMs)
      await connect(user, 'SOCIAL_A')
      await turn(service, 51 * dayMs)
      await reportRefusal(user, 'SOCIAL_A')
    },
    health: 'needs_reauth data_access_expired',
  },
]

describe('a credential that only its person can mend', () => {
  test.each(rows)(
    '$says shows as $health; one new consent heals everybody who uses it',
    async ({ platform, given, when, health }) => {
      await given?.()
      const user = await linkedUser(service, { platform: platform, person: 'ben' })
      const colleague = await linkedUser(service, { platform: platform, person: 'ben' })
      await when(user)

      // Background upkeep may have found it out before us; the outcome is the same.
      expect(await connect(user, platform)).toBe('ACCOUNT_RELINK_REQUIRED')
      expect(await healthOfUser(service, user)).toBe(health)
      expect(await healthOfUser(service, colleague)).toBe(health)

      await linkUser(service, { userId: user, platform })
      for (const healed of [user, colleague]) {
        expect(await healthOfUser(service, healed)).toBe('active')
        expect(await connect(healed, platform)).toHaveProperty('selection')
      }
    },
  )
})

describe('a person who must pass a check at the platform first (190/459)', () => {
  test('is looked at again once an hour, and heals without a new consent', async () => {
    const user = await linkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await sandbox().simulate('checkpoint', { person: 'ben' })
    expect(await reportRefusal(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await healthOfUser(service, user)).toBe('needs_user_action checkpoint')

    // Still blocked an hour later; in between nobody asks.
    const asked = await sandbox().refreshes()
    await turn(service, hourMs / 2)
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await sandbox().refreshes()).toBe(asked)
    await turn(service, hourMs / 2)
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    expect(await healthOfUser(service, user)).toBe('needs_user_action checkpoint')
    expect(await sandbox().refreshes()).toBe(asked + 1)

    await sandbox().simulate('checkpoint', { person: 'ben', heal: true })
    expect(await connect(user, 'SOCIAL_A')).toBe('ACCOUNT_RELINK_REQUIRED')
    await turn(service, hourMs)
    expect(await connect(user, 'SOCIAL_A')).toHaveProperty('selection')
    expect(await healthOfUser(service, user)).toBe('active')
  })
})

describe('a brand-new token of the professional network', () => {
  test('that is refused for some seconds is neither replaced nor called dead', async () => {
    const user = await linkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { version } = await credentialOf(service, user, 'PROFESSIONAL')

    expect(await reportRefusal(user, 'PROFESSIONAL')).toMatchObject({ version })
    expect(await sandboxOf(service, 'pro').refreshes()).toBe(0)
    expect(await healthOfUser(service, user)).toBe('active')

    await turn(service, 60_000)
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
    expect(await endOf(await linkedUser(service, { platform: platform, person: 'ben' }))).toBe(days)
  })

  test('is the end of access to data where that comes first', async () => {
    await sandbox().switch({ social: { exchangeExtends: true } })
    const user = await linkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await turn(service, 40 * dayMs)
    const { connections, keeper } = anotherProcess(service)
    await connections.connect(service.workspaceId, user, 'social')
    await keeper.settle()

    expect(await endOf(user)).toBe(50)
  })
})
