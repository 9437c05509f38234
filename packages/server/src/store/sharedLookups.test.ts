// adrail queries a platform once for a lookup that is the same for all users: for many users, at the same
// time or later, and for two processes on one database. The ledger of the sandbox counts the calls.

import type { OperationName } from '@adrail/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { linkExistingUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { dayMs } from '../runtime/durations.ts'

const databaseUrl = testDatabaseUrl()

/** One operation of each kind, with its platform call and a body about a subject that no other test uses. */
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
/** The statements about lookups that the other process sent to the database. */
const statements: string[] = []
/** Two services, on one database where the database allows that. */
const [service, other] = [0, 1].map(
  (index) =>
    // The proxies are used after beforeAll, when every service exists.
    new Proxy({} as TestService, { get: (_, name) => Reflect.get(services[index] ?? {}, name) }),
) as [TestService, TestService]

/** Keyword ideas have no user. */
const ask = (target: TestService, operation: OperationName, body: object, userId = users[0]) => {
  const user = operation === 'search/generate_keyword_ideas' ? {} : { userId }
  return target.call(operation, { ...body, ...user } as never, { apiKey: service.apiKey })
}

beforeAll(async () => {
  // Each process can decrypt the secrets that the other one encrypted.
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
  // The platform allows a request for keyword ideas once a second.
  await sandbox.advance(2000)
})

describe.each(kinds)('%s', (operation, platform, call, bodyOf) => {
  const countRequests = async () => (await createSandboxAdmin(service, platform).requests(call)).length

  test('queries the platform once for simultaneous requests of all users and for the following day', async () => {
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

  test.skipIf(databaseUrl === '')(
    'queries the platform once for two processes, for simultaneous and for later requests',
    async () => {
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
    },
  )
})

describe('a lookup that all users share', () => {
  const body = (query: string) => ({ query })
  const operation = 'social/search_targeting_locations'

  test('is refused for a user who is not linked', async () => {
    await ask(service, operation, body('lisbon'))
    const { results } = await service.call('user/create_user', { name: 'Nobody' })
    const response = await ask(service, operation, body('lisbon'), results.user.userId)
    expectRefusal(response, 'ACCOUNT_NOT_LINKED')
  })

  test('returns its failure to one caller only, and the other waiting caller queries the platform again', async () => {
    const sandbox = createSandboxAdmin(service)
    await sandbox.injectFault({ call: 'search', kind: 'status', status: 400, code: '200', times: 1 })
    const both = await Promise.all(users.map((userId) => ask(service, operation, body('porto'), userId)))
    expect(both.filter(({ results }) => results.success)).toHaveLength(1)
    const again = await Promise.all(users.map((userId) => ask(service, operation, body('porto'), userId)))
    expect(again.map(({ results }) => results.success)).toEqual([true, true])
  })

  test.skipIf(databaseUrl === '')('is waited for while another process queries the platform', async () => {
    other.clock.advance(service.clock.now() - other.clock.now())
    const sandbox = createSandboxAdmin(service)
    const stall = await sandbox.injectFault({ call: 'search', kind: 'stall' })
    const first = ask(service, operation, body('seville'))
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    statements.length = 0
    const second = ask(other, operation, body('seville'), users[1])
    // The second process waits once it has read the database again.
    await expect.poll(() => statements.length).toBeGreaterThan(1)
    await sandbox.release(stall)
    expect((await second).results).toEqual((await first).results)
    expect((await first).results.success).toBe(true)
    expect(await sandbox.requests('search')).toHaveLength(1)
  })

  test.skipIf(databaseUrl === '')('is deleted from the database after it has expired', async () => {
    await ask(service, operation, body('madrid'))
    const listRows = () => service.app.store.db.selectFrom('lookups').select('name_hash').execute()
    expect(await listRows()).not.toEqual([])
    service.clock.advance(8 * dayMs)
    await service.app.lookups.poll()
    expect(await listRows()).toEqual([])
  })

  test.skipIf(databaseUrl === '')(
    'is queried by the next process when the process that reserved it is gone',
    async () => {
      const { db } = service.app.store
      await ask(service, operation, body('rome'))
      // Simulates another process that reserved the query and then ended.
      await db.updateTable('lookups').set({ answer: '', asked_by: 'gone' }).execute()
      service.clock.advance(8 * dayMs)
      await createSandboxAdmin(service).clearRequests()
      expect((await ask(service, operation, body('rome'))).results.success).toBe(true)
      expect(await createSandboxAdmin(service).requests('search')).toHaveLength(1)
    },
  )
})
