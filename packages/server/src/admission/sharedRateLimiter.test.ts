// The limits of a key apply to all services on one database in total. The test advances the clock of the
// database.

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
  // All tests of this file together stay below the limit of the workspace.
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
  /** Releases all calls, and resolves when they have ended. */
  async release() {
    for (const end of hanging.end.splice(0)) end()
    await expect.poll(() => hanging.count).toBe(0)
  },
}

describe.skipIf(databaseUrl === '')('processes on one database', () => {
  const services: TestService[] = []
  const statements: string[] = []
  /** Removes all recorded statements of the first service. Returns those on the allowances of keys. */
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
  /** Sends this many requests to each service, three at a time. Returns how many are admitted. */
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
  /**
   * Repeats `askAll` until no request is admitted, because a service that finishes early still has unused
   * requests in its slice.
   */
  const askUntilRefused = async (some: readonly TestService[], apiKey: string, ofEach: number) => {
    let all = 0
    for (let more = ofEach; more > 0; all += more) more = await askAll(some, apiKey, ofEach)
    return all
  }
  /** Advances the clocks of the database and of the living services. */
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

  test.each([2, 4])(
    'admit the rate of a key in total when %i of them share it [R8.gap.rate]',
    async (count) => {
      const some = services.slice(0, count)
      const { text } = await newKey()
      expect(await askUntilRefused(some, text, burst / count)).toBe(burst)
      let later = 0
      for (let second = 0; second < 5; second++) {
        await advance(1000)
        later += await askUntilRefused(some, text, perSecond)
      }
      // The total is exact, although the requirement tolerates a difference of 2%.
      expect(later).toBe(5 * perSecond)
    },
  )

  test('admit the rate of a workspace in total, and count a key together with its successor', async () => {
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
    // The workspace has used all but 30 requests of its rate.
    await row.set({ requests: 30 }).execute()
    expect(await askUntilRefused([first, second], other.apiKey, burst / 2)).toBe(30)
  })

  test('return idle slices after some seconds, so that one process can use the whole rate', async () => {
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

  test('send no query about a key while its slice lasts', async () => {
    const { text } = await newKey()
    const [first] = services
    if (!first) return
    expect(await ask(first, text)).toBe(200)
    allowanceStatements()
    for (let count = 0; count < 5; count++) expect(await ask(first, text)).toBe(200)
    expect(allowanceStatements()).toEqual([])
  })

  test('send no query about a key that has used its whole rate', async () => {
    const { text } = await newKey()
    const [first] = services
    if (!first) return
    expect(await askAll([first], text, burst + 20)).toBe(burst)
    allowanceStatements()
    expect(await askAll([first], text, 50)).toBe(0)
    expect(allowanceStatements()).toEqual([])
  })

  describe('with requests in flight', () => {
    /** Sends requests that hang, unless they are refused. Returns the number of all hanging requests. */
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

    test('share the slots of a key, and soon return the slots that they do not use', async () => {
      const { text } = await newKey()
      expect(await hang(services, text, 8)).toBeLessThanOrEqual(places)
      expect(await hang(services, text, 3)).toBeLessThanOrEqual(places)
      // Meanwhile, the services return their unused slots.
      await advance(4000)
      expect(await hang(services, text, 8)).toBe(places)
      await hanging.release()
      await advance(4000)
      expect(await hang(services.slice(0, 1), text, places + 5)).toBe(places)
    })

    test('get the slots of a process that died when its slice expires, and not before', async () => {
      const { id, text } = await newKey()
      const [first, dying] = services
      if (!first || !dying) return
      expect(await hang([dying], text, 30)).toBe(30)
      const alive = services.filter((service) => service !== dying)
      await advance(9000, alive)
      expect(await hang([first], text, places)).toBeLessThanOrEqual(places)
      expect(await slicesOf(id)).toHaveLength(2)

      await advance(1000, alive)

      // The requests of a dead process would have ended, but here they still hang and are counted.
      expect(await hang([first], text, places)).toBe(30 + places)
      await hanging.release()
      dying.clock.advance(10_000)
      await advance(4000)
      expect(await slicesOf(id)).toEqual([])
    })
  })

  test('count separately while the database is read-only, and together again afterwards', async () => {
    const { text } = await newKey()
    const [first, second] = services
    if (!first || !second) return
    expect(await askAll([first, second], text, 5)).toBe(10)
    await advance(4000)
    await setReadOnly(first.databaseUrl, 'on')
    // The pool notices a broken connection only when a query uses it.
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
