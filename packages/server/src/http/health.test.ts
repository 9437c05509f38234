import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setReadOnly } from '../../testing/databases.ts'
import { expectEnvelope, expectRefusal } from '../../testing/expectations.ts'
import { openConnection, requestText } from '../../testing/rawHttp.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const get = (path: string) => readResponse(service.send(path))

test('a service that works is alive and ready, and says so without a key', async () => {
  for (const [path, expectedFields] of [
    ['/healthz', { status: 'alive' }],
    ['/readyz', { status: 'ready', role: 'all' }],
  ] as const) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(expectEnvelope(response).results).toEqual({ success: true, error: '', ...expectedFields })
  }
})

test('a service whose database is not what it needs is alive but not ready', async () => {
  const { db } = service.app.store
  await sql`alter table kysely_migration rename to elsewhere`.execute(db)
  const response = await get('/readyz')
  expectRefusal(response, 'DATABASE_UNAVAILABLE')
  expect(response.headers.get('retry-after')).toBe('2')
  expect((await get('/healthz')).status).toBe(200)
  await sql`alter table elsewhere rename to kysely_migration`.execute(db)
  expect((await get('/readyz')).status).toBe(200)
})

describe('a service whose database takes no more writes', () => {
  const full = useService()
  const ready = () => readResponse(full.send('/readyz'))
  /** Longer than what was found out last is believed. */
  const later = () => full.clock.advance(10_000)

  /** SQLite gets no more pages than it has, as on a full disk; a PostgreSQL that is a copy takes no writes either. */
  async function stopWrites(): Promise<() => Promise<void>> {
    const { db } = full.app.store
    if (full.databaseUrl === '') {
      await sql`pragma max_page_count = 1`.execute(db)
      let response = await full.call('user/create_user', { name: 'x'.repeat(200) })
      while (response.status === 200)
        response = await full.call('user/create_user', { name: 'x'.repeat(200) })
      expectRefusal(response, 'STORAGE_UNAVAILABLE')
      return async () => void (await sql`pragma max_page_count = 1000000`.execute(db))
    }
    await setReadOnly(full.databaseUrl, 'on')
    return () => setReadOnly(full.databaseUrl, 'off')
  }

  test('is not ready until they are taken again', async () => {
    expect((await ready()).status).toBe(200)
    const takeWrites = await stopWrites()
    // A connection that breaks meanwhile is another trouble, and passes.
    const codeOf = async () => {
      later()
      return JSON.parse((await ready()).text).results.code ?? 'ready'
    }
    await expect.poll(codeOf).toBe('STORAGE_UNAVAILABLE')
    const refused = await ready()
    expectRefusal(refused, 'STORAGE_UNAVAILABLE')
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await full.send('/healthz')).status).toBe(200)
    await takeWrites()
    await expect.poll(codeOf).toBe('ready')
  })
})

describe('a service that is being replaced', () => {
  const leaving = useService()

  test('is not ready, finishes what has begun and lets its clients go [R7.3.shutting-down]', async () => {
    const connection = await openConnection(leaving.url)
    const headers = {
      host: 'x',
      'x-api-key': leaving.apiKey,
      'content-type': 'application/json',
      'content-length': 2,
      expect: '100-continue',
    }
    connection.write(requestText('POST /user/list_users HTTP/1.1', headers))
    expect((await connection.readResponse()).status).toBe(100)

    leaving.app.drain()
    const refused = await readResponse(leaving.send('/readyz'))
    expectRefusal(refused, 'SHUTTING_DOWN')
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '1', connection: 'close' })
    expect((await leaving.send('/healthz')).status).toBe(200)

    connection.write('{}')
    const finished = await connection.readResponse()
    expect(finished.status).toBe(200)
    expect(finished.headers.get('connection')).toBe('close')
    connection.close()
    // Who has not heard of it yet is served as well.
    expect((await leaving.call('user/list_users', {})).status).toBe(200)
  })
})
