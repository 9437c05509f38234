// What is the same for everybody is asked once: by many users, at once or later, and by two processes on one database.
// The sandbox's ledger says how often.

import type { OperationName } from '@adrail/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkExistingUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { dayMs } from '../runtime/durations.ts'

const databaseUrl = testDatabaseUrl()

/** One of each platform, the call that it makes there, and its body, about something that no other test asks for. */
const kinds = [
  ['social/search_targeting_locations', 'social', 'search', (about: string) => ({ query: about })],
  ['search/search_locations', 'search', 'geoTargetConstants:suggest', (about: string) => ({ query: about })],
  [
    'search/generate_keyword_ideas',
    'search',
    'generateKeywordIdeas',
    (about: string) => ({ keyword: about }),
  ],
  [
    'pro/search_targeting',
    'pro',
    'adTargetingEntities.typeahead',
    (about: string) => ({ facet: 'titles', query: about }),
  ],
] as const

const services: TestService[] = []
const users: string[] = []
/** What the other process said to the database about look-ups. */
const statements: string[] = []
/** A service of its own for each, on one database where that can be. */
const [service, other] = [0, 1].map(
  (index) =>
    // Tests run after beforeAll: by then every member is there.
    new Proxy({} as TestService, { get: (_, name) => Reflect.get(services[index] ?? {}, name) }),
) as [TestService, TestService]

/** Keyword ideas are not about a user. */
const ask = (target: TestService, operation: OperationName, body: object, userId = users[0]) => {
  const user = operation === 'search/generate_keyword_ideas' ? {} : { userId }
  return target.call(operation, { ...body, ...user } as never, { apiKey: service.apiKey })
}

beforeAll(async () => {
  // Both open what the other has sealed.
  const ENCRYPTION_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`
  const first = await startTestService({ databaseUrl, environment: { ENCRYPTION_KEYS } })
  services.push(first)
  const environment = { ENCRYPTION_KEYS, SANDBOX_URL: first.app.sandbox?.url ?? '' }
  const onStatement = (text: string) => {
    if (text.includes('lookups')) statements.push(text)
  }
  if (databaseUrl !== '')
    services.push(
      await startTestService({ databaseUrl, environment, sharesDatabaseWith: first, onStatement }),
    )
  for (const person of ['ada', 'ben']) {
    const { results } = await first.call('user/create_user', { name: person })
    for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
      await linkExistingUser(first, results.user.userId, { platform, person })
    users.push(results.user.userId)
  }
})
afterAll(async () => {
  for (const service of services.reverse()) await service.stop()
})

beforeEach(async () => {
  const sandbox = createSandboxAdmin(service)
  await sandbox.clearFaults()
  await sandbox.clearRequests()
  // Keyword ideas are given once a second.
  await sandbox.advance(2000)
})

describe.each(kinds)('%s', (operation, platform, call, bodyOf) => {
  const countRequests = async () => (await createSandboxAdmin(service, platform).requests(call)).length

  test('asks the platform once for all users who ask at the same time, and for those who ask within a day', async () => {
    const body = bodyOf('garden')
    const some = [...users, ...users].map((userId) => ask(service, operation, body, userId))
    for (const response of await Promise.all(some))
      expect(response).toMatchObject({ status: 200, success: true })
    expect(await countRequests()).toBe(1)

    service.clock.advance(dayMs - 1000)
    const late = await ask(service, operation, body, users[1])
    expect(late.results).toEqual((await some[0])?.results)
    expect(await countRequests()).toBe(1)

    service.clock.advance(1000)
    await createSandboxAdmin(service).advance(2000)
    expect((await ask(service, operation, body)).status).toBe(200)
    expect(await countRequests()).toBe(2)
  })

  test.skipIf(databaseUrl === '')('asks once over two processes, at the same time and later', async () => {
    other.clock.advance(service.clock.now() - other.clock.now())
    const body = bodyOf('engineer')
    const both = [service, other].map((each) => ask(each, operation, body))
    const [one, two] = await Promise.all(both)
    expect(one?.results).toMatchObject({ success: true })
    expect(two?.results).toEqual(one?.results)
    expect(await countRequests()).toBe(1)

    await createSandboxAdmin(service).advance(2000)
    const later = bodyOf('baker')
    const first = await ask(other, operation, later, users[1])
    expect((await ask(service, operation, later)).results).toEqual(first.results)
    expect(await countRequests()).toBe(2)
  })
})

describe('what is the same for everybody', () => {
  const body = (query: string) => ({ query })
  const operation = 'social/search_targeting_locations'

  test('is told to nobody who is not linked', async () => {
    await ask(service, operation, body('lisbon'))
    const { results } = await service.call('user/create_user', { name: 'Nobody' })
    const response = await ask(service, operation, body('lisbon'), results.user.userId)
    expectRefusal(response, 'ACCOUNT_NOT_LINKED')
  })

  test('is not told as a failure of another: whoever waits with them asks for themselves', async () => {
    const sandbox = createSandboxAdmin(service)
    await sandbox.injectFault({ call: 'search', kind: 'status', status: 400, code: '200', times: 1 })
    const both = await Promise.all(users.map((userId) => ask(service, operation, body('porto'), userId)))
    expect(both.filter(({ results }) => results.success)).toHaveLength(1)
    const again = await Promise.all(users.map((userId) => ask(service, operation, body('porto'), userId)))
    expect(again.map(({ results }) => results.success)).toEqual([true, true])
  })

  test.skipIf(databaseUrl === '')('is waited for while another process asks for it', async () => {
    other.clock.advance(service.clock.now() - other.clock.now())
    const sandbox = createSandboxAdmin(service)
    const stall = await sandbox.injectFault({ call: 'search', kind: 'stall' })
    const first = ask(service, operation, body('seville'))
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    statements.length = 0
    const second = ask(other, operation, body('seville'), users[1])
    // Once it has looked again it waits.
    await expect.poll(() => statements.length).toBeGreaterThan(1)
    await sandbox.release(stall)
    expect((await second).results).toEqual((await first).results)
    expect((await first).results.success).toBe(true)
    expect(await sandbox.requests('search')).toHaveLength(1)
  })

  test.skipIf(databaseUrl === '')('is forgotten in the database when its time is over', async () => {
    await ask(service, operation, body('madrid'))
    const listRows = () => service.app.store.db.selectFrom('lookups').select('name_hash').execute()
    expect(await listRows()).not.toEqual([])
    service.clock.advance(8 * dayMs)
    await service.app.lookups.poll()
    expect(await listRows()).toEqual([])
  })

  test.skipIf(databaseUrl === '')(
    'is asked for by the next process when the one that was to ask is gone',
    async () => {
      const { db } = service.app.store
      await ask(service, operation, body('rome'))
      // As if another process had begun to ask and ended there.
      await db.updateTable('lookups').set({ answer: '', asked_by: 'gone' }).execute()
      service.clock.advance(8 * dayMs)
      await createSandboxAdmin(service).clearRequests()
      expect((await ask(service, operation, body('rome'))).results.success).toBe(true)
      expect(await createSandboxAdmin(service).requests('search')).toHaveLength(1)
    },
  )
})
