import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { linkedUser } from '../../testing/linked.ts'
import {
  anotherProcess,
  beginTrip,
  credentialOf,
  dayMs,
  healthOfUser,
  hourMs,
  outcome,
  turn,
} from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabase } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { dueCredentials, findCredential, putOffLook } from '../store/credentials.ts'
import { openStore } from '../store/open.ts'
import { lookAgainAt } from './due.ts'
import { Upkeep } from './upkeep.ts'

const databaseUrl = testDatabase()
let service: TestService
let logFile = ''
let upkeep: Upkeep
beforeEach(async () => {
  logFile = join(newFolder('adrail-upkeep-'), 'log')
  service = await startTestService({ databaseUrl, logFile })
  // The service's own: it begins when the clock is turned, and a round that is asked for joins the one that runs.
  upkeep = service.app.upkeep
})
afterEach(() => service.stop())

/** Time passes day by day, with the background work of each day done. */
async function pass(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await turn(service, dayMs)
    await upkeep.round()
  }
}

const logged = (message: string) =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"msg":"${message}`))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('upkeep', () => {
  test('exchanges a social token before it expires, and again, as long as that gains time', async () => {
    const user = await linkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await sandboxOf(service).switch({ social: { exchangeExtends: true } })
    // One exchange belongs to the link itself.
    await pass(29)
    expect(await sandboxOf(service, 'social').refreshes()).toBe(1)
    await pass(3)
    expect(await sandboxOf(service, 'social').refreshes()).toBe(2)
    await pass(48)

    expect(await healthOfUser(service, user)).toBe('active')
    expect(await sandboxOf(service, 'social').refreshes()).toBe(3)
  })

  test('exchanges a social token once, and no more, where that gains nothing; then its end is told in time', async () => {
    const user = await linkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    await pass(58)
    expect(await healthOfUser(service, user)).toBe('active')
    expect(await sandboxOf(service, 'social').refreshes()).toBe(2)
    expect([...new Set(logged('a credential ends soon').map(({ days }) => days))]).toEqual([30, 14, 7, 3])
    expect(logged('a credential ends soon').length).toBe(4)

    await pass(3)
    expect(await healthOfUser(service, user)).toBe('needs_reauth access_expired')
    expect(logged('a connection needs a new consent')).toMatchObject([
      { userId: user, workspaceId: service.workspaceId, platform: 'SOCIAL_A', reason: 'access_expired' },
    ])
  })

  test('renews the token of the professional network before it ends', async () => {
    const user = await linkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    await pass(52)
    expect(await sandboxOf(service, 'pro').refreshes()).toBe(0)
    await pass(3)

    expect(await sandboxOf(service, 'pro').refreshes()).toBe(1)
    expect(await credentialOf(service, user, 'PROFESSIONAL')).toMatchObject({ version: 2, health: 'active' })
  })

  test('asks an idle search credential once a week, so that it is never forgotten', async () => {
    const user = await linkedUser(service, { platform: 'SEARCH', person: 'ben' })
    await pass(70)
    expect(await sandboxOf(service, 'search').refreshes()).toBeGreaterThanOrEqual(8)
    expect(await sandboxOf(service, 'search').refreshes()).toBeLessThanOrEqual(10)
    for (let month = 0; month < 8; month++) {
      await turn(service, 30 * dayMs)
      await upkeep.round()
    }

    expect(
      await anotherProcess(service).connections.connect(service.workspaceId, user, 'search'),
    ).toBeDefined()
  })

  test.each([
    ['SOCIAL_A', 'social', 'revoked user_revoked'],
    ['SEARCH', 'search', 'needs_reauth refresh_token_expired'],
    ['PROFESSIONAL', 'pro', 'revoked user_revoked'],
  ] as const)(
    'finds out within eight days that a consent to %s was taken back',
    async (name, platform, health) => {
      const user = await linkedUser(service, { platform: name, person: 'ben' })
      await sandboxOf(service).simulate('revoke', { person: 'ben', platform })
      await pass(8)

      await expect.poll(() => healthOfUser(service, user)).toBe(health)
    },
  )

  test('looks at a blocked person each hour, and heals without a call', async () => {
    const user = await linkedUser(service, { platform: 'SOCIAL_A', person: 'ben' })
    const { id, version } = await credentialOf(service, user, 'SOCIAL_A')
    await sandboxOf(service).simulate('checkpoint', { person: 'ben' })
    await outcome(anotherProcess(service).keeper.fresh(id, version))
    expect(await healthOfUser(service, user)).toBe('needs_user_action checkpoint')
    await sandboxOf(service).simulate('checkpoint', { person: 'ben', heal: true })
    await turn(service, hourMs)
    await upkeep.round()

    expect(await healthOfUser(service, user)).toBe('active')
  })

  test('goes on with the others when one credential is in trouble', async () => {
    const [troubled, other] = [
      await linkedUser(service, { platform: 'SEARCH', person: 'ben' }),
      await linkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' }),
    ]
    await turn(service, 8 * dayMs)
    await sandboxOf(service).fail({ platform: 'search', call: 'oauth.token', kind: 'reset', times: 100 })
    await upkeep.round()

    expect(await healthOfUser(service, troubled)).toBe('active')
    const inspected = async () => (await credentialOf(service, other, 'PROFESSIONAL')).inspected_at
    await expect.poll(inspected).toBe(service.clock.now())
  })

  test('forgets links that ended more than a week ago, and no others', async () => {
    const old = await beginTrip(service, { userId: await newUser(service), platform: 'SEARCH' })
    await pass(7)
    const young = await beginTrip(service, { userId: await newUser(service), platform: 'SEARCH' })
    const status = async (linkId: string) => (await service.call('auth/get_link_status', { linkId })).status
    expect(await status(old.linkId)).toBe(200)
    await pass(1)

    expect(await status(old.linkId)).toBe(404)
    expect(await status(young.linkId)).toBe(200)
  })

  test('never has two rounds at once, and ends in good order', async () => {
    const user = await linkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    await sandboxOf(service).advance(54 * dayMs)
    const stall = await sandboxOf(service).fail({
      platform: 'pro',
      call: 'oauth.accessToken',
      kind: 'stall',
    })
    // The service's own upkeep begins by itself when its time has come.
    service.clock.advance(54 * dayMs)
    await expect.poll(() => sandboxOf(service).isHolding(stall)).toBe(true)
    const first = upkeep.round()
    expect(upkeep.round()).toBe(first)

    const stopped = upkeep.stop()
    await sandboxOf(service).release(stall)
    await stopped
    await first
    expect(await sandboxOf(service, 'pro').refreshes()).toBe(1)
    expect(await credentialOf(service, user, 'PROFESSIONAL')).toMatchObject({ version: 2, lease_owner: '' })
    await upkeep.round()
    expect(await sandboxOf(service, 'pro').refreshes()).toBe(1)
  })

  test('is divided between processes: each credential is looked at by one, and by another when that one dies', async () => {
    const people = ['ada', 'ben']
    for (const person of people) await linkedUser(service, { platform: 'SEARCH', person })
    await upkeep.stop()
    await turn(service, 8 * dayMs)
    const before = await sandboxOf(service, 'search').refreshes()
    const others = () => {
      const { linking, keeper } = anotherProcess(service)
      return new Upkeep(linking, keeper)
    }
    await Promise.all([others().round(), others().round(), others().round()])
    expect((await sandboxOf(service, 'search').refreshes()) - before).toBe(people.length)

    // One takes a credential in hand, and is never heard of again.
    await turn(service, 8 * dayMs)
    const { store } = service.app.service
    const [taken] = await dueCredentials(store.db, 'search', service.clock.now(), 1)
    if (!taken) throw new Error('Nothing is due.')
    expect(await putOffLook(store.db, taken, lookAgainAt(taken, service.clock.now()))).toBe(true)
    await others().round()
    expect((await sandboxOf(service, 'search').refreshes()) - before).toBe(2 * people.length - 1)
    await turn(service, hourMs)
    await others().round()
    expect((await sandboxOf(service, 'search').refreshes()) - before).toBe(2 * people.length)
  })

  test('a service that is stopped in the middle of a refresh stores what the platform gave out', async () => {
    const user = await linkedUser(service, { platform: 'PROFESSIONAL', person: 'ben' })
    const { version, id } = await credentialOf(service, user, 'PROFESSIONAL')
    const stall = await sandboxOf(service).fail({
      platform: 'pro',
      call: 'oauth.accessToken',
      kind: 'stall',
    })
    await turn(service, 54 * dayMs)
    await expect.poll(() => sandboxOf(service).isHolding(stall)).toBe(true)

    const closed = service.app.close()
    await sandboxOf(service).release(stall)
    await closed

    const store = await openStore(service)
    expect(await findCredential(store.db, id)).toMatchObject({ version: version + 1, lease_owner: '' })
    await store.close()
  })
})
