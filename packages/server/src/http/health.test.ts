import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setReadOnly } from '../../testing/databases.ts'
import { expectEnvelope, expectRefusal } from '../../testing/expectations.ts'
import { openConnection, requestText } from '../../testing/rawHttp.ts'
import { readResponse } from '../../testing/requests.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const get = (path: string) => readResponse(service.send(path))

test('a healthy service reports that it is alive and ready without an API key', async () => {
  for (const [path, expectedFields] of [
    ['/healthz', { status: 'alive' }],
    ['/readyz', { status: 'ready', role: 'all' }],
  ] as const) {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(expectEnvelope(response).results).toEqual({ success: true, error: '', ...expectedFields })
  }
})

test('a service whose database lacks the migration table is alive but not ready', async () => {
  const { db } = service.app.store
  await sql`alter table kysely_migration rename to elsewhere`.execute(db)
  const response = await get('/readyz')
  expectRefusal(response, 'DATABASE_UNAVAILABLE')
  expect(response.headers.get('retry-after')).toBe('2')
  expect((await get('/healthz')).status).toBe(200)
  await sql`alter table elsewhere rename to kysely_migration`.execute(db)
  expect((await get('/readyz')).status).toBe(200)
})

describe('a service whose database refuses writes', () => {
  const full = useService()
  const ready = () => readResponse(full.send('/readyz'))
  /** Advances the clock until the last result is out of date. */
  const later = () => full.clock.advance(10_000)

  /** Limits SQLite to its present pages, as on a full disk. Makes PostgreSQL read-only, as on a standby. */
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

  test('is alive but not ready until the database accepts writes again', async () => {
    expect((await ready()).status).toBe(200)
    const takeWrites = await stopWrites()
    // A connection may break meanwhile, which is a different and transient failure.
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

describe('a service that shuts down', () => {
  const leaving = useService()

  test('is not ready, completes a pending request with Connection: close, and serves new requests [R7.3.shutting-down]', async () => {
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
    // A client that has not noticed the shutdown yet is served, too.
    expect((await leaving.call('user/list_users', {})).status).toBe(200)
  })
})
