import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import {
  advanceClocks,
  createLinkingProcess,
  findUserCredential,
  readUserHealth,
  startOAuthFlow,
  valueOrErrorCode,
} from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'
import { findCredential, listDueCredentials, postponeCredential } from '../store/credentials.ts'
import { openStore } from '../store/open.ts'
import { CredentialMaintenance } from './credentialMaintenance.ts'
import { computeNextCheckAt } from './credentialSchedule.ts'

const databaseUrl = testDatabaseUrl()
let service: TestService
let logFile = ''
let upkeep: CredentialMaintenance
beforeEach(async () => {
  logFile = join(newFolder('adrail-upkeep-'), 'log')
  service = await startTestService({ databaseUrl, logFile })
  // The maintenance of the service starts when the clock advances, and `poll` joins a round in progress.
  upkeep = service.app.credentialMaintenance
})
afterEach(() => service.stop())

/** Advances the clock day by day and runs the maintenance of each day. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await advanceClocks(service, dayMs)
    await upkeep.poll()
  }
}

const logged = (message: string) =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('credential maintenance', () => {
  test('exchanges a Meta token before it expires, and repeats that as long as it gains time', async () => {
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await createSandboxAdmin(service).setSwitches({ social: { exchangeExtends: true } })
    // Linking itself needs one exchange.
    await pass(29)
    expect(await createSandboxAdmin(service, 'social').countRefreshes()).toBe(1)
    await pass(3)
    expect(await createSandboxAdmin(service, 'social').countRefreshes()).toBe(2)
    await pass(48)

    expect(await readUserHealth(service, user)).toBe('active')
    expect(await createSandboxAdmin(service, 'social').countRefreshes()).toBe(3)
  })

  test('exchanges a Meta token only once when that gains no time, and logs its approaching expiry four times', async () => {
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await pass(58)
    expect(await readUserHealth(service, user)).toBe('active')
    expect(await createSandboxAdmin(service, 'social').countRefreshes()).toBe(2)
    expect([...new Set(logged('a credential ends soon').map(({ days }) => days))]).toEqual([30, 14, 7, 3])
    expect(logged('a credential ends soon').length).toBe(4)

    await pass(3)
    expect(await readUserHealth(service, user)).toBe('needs_reauth access_expired')
    expect(logged('a connection needs a new consent')).toMatchObject([
      { userId: user, workspaceId: service.workspaceId, platform: 'SOCIAL_A', reason: 'access_expired' },
    ])
  })

  test('refreshes a LinkedIn token before it expires', async () => {
    const user = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    await pass(52)
    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(0)
    await pass(3)

    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(1)
    expect(await findUserCredential(service, user, 'PROFESSIONAL')).toMatchObject({
      version: 2,
      health: 'active',
    })
  })

  test('refreshes an idle Google Ads credential once a week, so that it stays valid', async () => {
    const user = await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' })
    await pass(70)
    expect(await createSandboxAdmin(service, 'search').countRefreshes()).toBeGreaterThanOrEqual(8)
    expect(await createSandboxAdmin(service, 'search').countRefreshes()).toBeLessThanOrEqual(10)
    for (let month = 0; month < 8; month++) {
      await advanceClocks(service, 30 * dayMs)
      await upkeep.poll()
    }

    expect(
      await createLinkingProcess(service).connections.connect(service.workspaceId, user, 'search'),
    ).toBeDefined()
  })

  test.each([
    ['SOCIAL_A', 'social', 'revoked user_revoked'],
    ['SEARCH', 'search', 'needs_reauth refresh_token_expired'],
    ['PROFESSIONAL', 'pro', 'revoked user_revoked'],
  ] as const)(
    'detects within eight days that a user revoked the consent to %s',
    async (name, platform, health) => {
      const user = await newLinkedUser(service, { platform: name, person: 'ben' })
      await createSandboxAdmin(service).simulate('revoke', { person: 'ben', platform })
      await pass(8)

      await expect.poll(() => readUserHealth(service, user)).toBe(health)
    },
  )

  test('restores a credential within an hour after its user has passed a Meta checkpoint, without any API call', async () => {
    const user = await newLinkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    const { id, version } = await findUserCredential(service, user, 'SOCIAL_A')
    await createSandboxAdmin(service).simulate('checkpoint', { person: 'ben' })
    await valueOrErrorCode(createLinkingProcess(service).refresher.getFreshToken(id, version))
    expect(await readUserHealth(service, user)).toBe('needs_user_action checkpoint')
    await createSandboxAdmin(service).simulate('checkpoint', { person: 'ben', heal: true })
    await advanceClocks(service, hourMs)
    await upkeep.poll()

    expect(await readUserHealth(service, user)).toBe('active')
  })

  test('continues with other credentials when one cannot be refreshed', async () => {
    const [troubled, other] = [
      await newLinkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' }),
    ]
    await advanceClocks(service, 8 * dayMs)
    await createSandboxAdmin(service).injectFault({
      platform: 'search',
      call: 'oauth.token',
      kind: 'reset',
      times: 100,
    })
    await upkeep.poll()

    expect(await readUserHealth(service, troubled)).toBe('active')
    const inspected = async () => (await findUserCredential(service, other, 'PROFESSIONAL')).inspected_at
    await expect.poll(inspected).toBe(service.clock.now())
  })

  test('deletes links that ended more than a week ago, and no others', async () => {
    const old = await startOAuthFlow(service, { userId: await newUser(service), platform: 'SEARCH' })
    await pass(7)
    const young = await startOAuthFlow(service, { userId: await newUser(service), platform: 'SEARCH' })
    const status = async (linkId: string) => (await service.call('auth/get_link_status', { linkId })).status
    expect(await status(old.linkId)).toBe(200)
    await pass(1)

    expect(await status(old.linkId)).toBe(404)
    expect(await status(young.linkId)).toBe(200)
  })

  test('never runs two rounds at the same time, and completes a round in progress when it stops', async () => {
    const user = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    await createSandboxAdmin(service).advance(54 * dayMs)
    const stall = await createSandboxAdmin(service).injectFault({
      platform: 'pro',
      call: 'oauth.accessToken',
      kind: 'stall',
    })
    // The service starts its maintenance automatically when it is due.
    service.clock.advance(54 * dayMs)
    await expect.poll(() => createSandboxAdmin(service).isHolding(stall)).toBe(true)
    const first = upkeep.poll()
    expect(upkeep.poll()).toBe(first)

    const stopped = upkeep.stop()
    await createSandboxAdmin(service).release(stall)
    await stopped
    await first
    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(1)
    expect(await findUserCredential(service, user, 'PROFESSIONAL')).toMatchObject({
      version: 2,
      lease_owner: '',
    })
    await upkeep.poll()
    expect(await createSandboxAdmin(service, 'pro').countRefreshes()).toBe(1)
  })

  test('checks each credential in one process, and in another process when the first one dies', async () => {
    const people = ['ada', 'ben']
    for (const person of people) await newLinkedUser(service, { platform: 'SEARCH', person })
    await upkeep.stop()
    await advanceClocks(service, 8 * dayMs)
    const before = await createSandboxAdmin(service, 'search').countRefreshes()
    const others = () => {
      const { linking, refresher } = createLinkingProcess(service)
      return new CredentialMaintenance(linking, refresher)
    }
    await Promise.all([others().poll(), others().poll(), others().poll()])
    expect((await createSandboxAdmin(service, 'search').countRefreshes()) - before).toBe(people.length)

    // A process reserves a credential and dies.
    await advanceClocks(service, 8 * dayMs)
    const { store } = service.app.service
    const [due] = await listDueCredentials(store.db, 'search', service.clock.now(), 1)
    if (!due) throw new Error('Nothing is due.')
    expect(await postponeCredential(store.db, due, computeNextCheckAt(due, service.clock.now()))).toBe(true)
    await others().poll()
    expect((await createSandboxAdmin(service, 'search').countRefreshes()) - before).toBe(
      2 * people.length - 1,
    )
    await advanceClocks(service, hourMs)
    await others().poll()
    expect((await createSandboxAdmin(service, 'search').countRefreshes()) - before).toBe(2 * people.length)
  })

  test('stores the new token when the service stops in the middle of a refresh', async () => {
    const user = await newLinkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { version, id } = await findUserCredential(service, user, 'PROFESSIONAL')
    const stall = await createSandboxAdmin(service).injectFault({
      platform: 'pro',
      call: 'oauth.accessToken',
      kind: 'stall',
    })
    await advanceClocks(service, 54 * dayMs)
    await expect.poll(() => createSandboxAdmin(service).isHolding(stall)).toBe(true)

    const closed = service.app.close()
    await createSandboxAdmin(service).release(stall)
    await closed

    const store = await openStore(service)
    expect(await findCredential(store.db, id)).toMatchObject({ version: version + 1, lease_owner: '' })
    await store.close()
  })
})
