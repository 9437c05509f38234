// Several services on one database, whose clock the test turns: the limits of a key hold for all of them together.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { setReadOnly } from '../../testing/databases.ts'
import { postText } from '../../testing/requests.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'

const databaseUrl = testDatabaseUrl()
const burst = 100
const perSecond = 10
const places = 40
const environment = {
  RATE_LIMIT_PER_MINUTE: String(perSecond * 60),
  RATE_LIMIT_BURST: String(burst),
  RATE_LIMIT_IN_FLIGHT: String(places),
  // More than all tests of this file together need.
  RATE_LIMIT_WORKSPACE_KEYS: '10000',
}

/** An operation that hangs until it is released. */
const hanging = {
  count: 0,
  end: [] as (() => void)[],
  run: async () => {
    hanging.count += 1
    await new Promise<void>((resolve) => hanging.end.push(resolve))
    hanging.count -= 1
    return { user: {} }
  },
  /** Resolves when everything has ended. */
  async release() {
    for (const end of hanging.end.splice(0)) end()
    await expect.poll(() => hanging.count).toBe(0)
  },
}

describe.skipIf(databaseUrl === '')('processes on one database', () => {
  const services: TestService[] = []
  const statements: string[] = []
  /** Of the first service, about the allowances of keys. */
  const allowanceStatements = () => statements.splice(0).filter((text) => text.includes('key_allowances'))

  beforeAll(async () => {
    const get_profile = { operation: 'user/get_profile', mayBeLarge: false, run: hanging.run } as const
    const options = {
      databaseUrl,
      controlsDatabaseClock: true,
      handlers: { 'user/get_profile': get_profile },
    }
    const onStatement = (text: string) => void statements.push(text)
    const first = await startTestService({ ...options, environment, onStatement })
    services.push(first)
    const alike = { ...environment, SANDBOX_URL: first.app.sandbox?.url ?? '' }
    for (let count = 1; count < 4; count++)
      services.push(await startTestService({ ...options, environment: alike, sharesDatabaseWith: first }))
  })
  afterAll(async () => {
    for (const service of services.reverse()) await service.stop()
  })

  const newKey = async () => {
    const [first] = services
    if (!first) throw new Error('There is no service.')
    return await first.newKey()
  }
  const ask = async (service: TestService, apiKey: string) => {
    const { status } = await postText(`${service.url}/user/list_users`, '{}', { 'x-api-key': apiKey })
    return status
  }
  /** So many of each, a few at once; how many are let in. */
  const askAll = async (some: readonly TestService[], apiKey: string, ofEach: number) => {
    const statuses: number[] = []
    const askOne = async (service: TestService) => {
      const pending = Array.from({ length: ofEach }).values()
      const work = async () => {
        for (const _ of pending) statuses.push(await ask(service, apiKey))
      }
      await Promise.all([work(), work(), work()])
    }
    await Promise.all(some.map(askOne))
    return statuses.filter((status) => status === 200).length
  }
  /** The same until nobody is let in any more: whoever is done sooner leaves what it had fetched. */
  const askUntilRefused = async (some: readonly TestService[], apiKey: string, ofEach: number) => {
    let all = 0
    for (let more = ofEach; more > 0; all += more) more = await askAll(some, apiKey, ofEach)
    return all
  }
  /** Time passes for the database and for those who live. */
  const advance = async (durationMs: number, living: readonly TestService[] = services) => {
    await living[0]?.advance(durationMs)
    for (const service of living.slice(1)) service.clock.advance(durationMs)
    for (const service of living) await service.app.service.limiter.rebalance()
  }
  const slicesOf = async (keyId: string) => {
    const { db } = services[0]?.app.store ?? {}
    const row = await db
      ?.selectFrom('key_allowances')
      .select('slices')
      .where('key_id', '=', keyId)
      .executeTakeFirstOrThrow()
    return Object.keys(JSON.parse(row?.slices ?? '{}'))
  }

  test.each([2, 4])('let in what the key may ask for, all %i together [R8.gap.rate]', async (count) => {
    const some = services.slice(0, count)
    const { text } = await newKey()
    expect(await askUntilRefused(some, text, burst / count)).toBe(burst)
    let later = 0
    for (let second = 0; second < 5; second++) {
      await advance(1000)
      later += await askUntilRefused(some, text, perSecond)
    }
    // To the last one: two in a hundred would be allowed for.
    expect(later).toBe(5 * perSecond)
  })

  test('let in what a workspace may send, all together, and count a key with its successor', async () => {
    const [first, second] = services
    if (!first || !second) return
    const { id, apiKey } = await first.newWorkspace()
    const child = async () =>
      (await first.call('workspace/create_key', { name: 'Created', scopes: ['read'] }, { apiKey })).results
    const [one, other] = [await child(), await child()]
    const { results: next } = await first.call('workspace/rotate_key', { keyId: one.key.keyId }, { apiKey })
    expect(await askUntilRefused([first, second], one.apiKey, burst / 2)).toBe(burst)
    expect(await askUntilRefused([first, second], next.apiKey, burst / 2)).toBe(0)
    const row = first.app.store.db.updateTable('key_allowances').where('key_id', '=', `workspace/${id}`)
    await advance(4000)
    // Nearly all of it was used.
    await row.set({ requests: 30 }).execute()
    expect(await askUntilRefused([first, second], other.apiKey, burst / 2)).toBe(30)
  })

  test('one of them can use everything, once the others have used nothing for some seconds', async () => {
    const { id, text } = await newKey()
    const [first, ...others] = services
    if (!first) return
    for (const other of others) expect(await ask(other, text)).toBe(200)
    expect(await slicesOf(id)).toHaveLength(3)

    await advance(4000)
    expect(await slicesOf(id)).toEqual([])
    await advance(1000)

    expect(await askAll([first], text, burst + 20)).toBe(burst)
  })

  test('ask the database nothing while a slice lasts', async () => {
    const { text } = await newKey()
    const [first] = services
    if (!first) return
    expect(await ask(first, text)).toBe(200)
    allowanceStatements()
    for (let count = 0; count < 5; count++) expect(await ask(first, text)).toBe(200)
    expect(allowanceStatements()).toEqual([])
  })

  test('ask the database nothing about a key that has used everything, until something came back', async () => {
    const { text } = await newKey()
    const [first] = services
    if (!first) return
    expect(await askAll([first], text, burst + 20)).toBe(burst)
    allowanceStatements()
    expect(await askAll([first], text, 50)).toBe(0)
    expect(allowanceStatements()).toEqual([])
  })

  describe('with requests in flight', () => {
    /** Requests that hang; as many as are refused end at once. */
    async function hang(some: readonly TestService[], apiKey: string, ofEach: number) {
      const refused: number[] = []
      const before = hanging.count
      const all = some.flatMap((service) =>
        Array.from({ length: ofEach }, async () => {
          const url = `${service.url}/user/get_profile`
          const { status } = await postText(url, '{"externalId":"x"}', { 'x-api-key': apiKey })
          if (status !== 200) refused.push(status)
        }),
      )
      await expect.poll(() => refused.length + hanging.count - before).toBe(all.length)
      return hanging.count
    }

    afterEach(() => hanging.release())

    test('have the places of a key together, and leave none of them free for long', async () => {
      const { text } = await newKey()
      expect(await hang(services, text, 8)).toBeLessThanOrEqual(places)
      expect(await hang(services, text, 3)).toBeLessThanOrEqual(places)
      // Who keeps some for later learns that others need them.
      await advance(4000)
      expect(await hang(services, text, 8)).toBe(places)
      await hanging.release()
      await advance(4000)
      expect(await hang(services.slice(0, 1), text, places + 5)).toBe(places)
    })

    test('get what one held that died, when its time is over, and not before', async () => {
      const { id, text } = await newKey()
      const [first, dying] = services
      if (!first || !dying) return
      expect(await hang([dying], text, 30)).toBe(30)
      const alive = services.filter((service) => service !== dying)
      await advance(9000, alive)
      expect(await hang([first], text, places)).toBeLessThanOrEqual(places)
      expect(await slicesOf(id)).toHaveLength(2)

      await advance(1000, alive)

      // What died has no requests any more; here they only wait.
      expect(await hang([first], text, places)).toBe(30 + places)
      await hanging.release()
      dying.clock.advance(10_000)
      await advance(4000)
      expect(await slicesOf(id)).toEqual([])
    })
  })

  test('count each for itself while the database takes no changes, and then together again', async () => {
    const { text } = await newKey()
    const [first, second] = services
    if (!first || !second) return
    expect(await askAll([first, second], text, 5)).toBe(10)
    await advance(4000)
    await setReadOnly(first.databaseUrl, 'on')
    // Connections that broke are noticed by whoever uses them.
    const { db } = first.app.store
    await expect
      .poll(async () => (await sql`select 1`.execute(db).catch(() => undefined))?.rows.length)
      .toBe(1)
    await Promise.all([first, second].map((service) => service.app.changes.poll()))

    const each = [await askAll([first], text, burst + 20), await askAll([second], text, burst + 20)]
    expect(each).toEqual([burst, burst])

    await setReadOnly(first.databaseUrl, 'off')
    await advance(20_000)
    await expect.poll(async () => await ask(first, text)).toBe(200)
    await Promise.all(services.map((service) => service.app.changes.poll()))
    expect(await askAll([first, second], text, burst)).toBeLessThanOrEqual(burst)
  })
})
