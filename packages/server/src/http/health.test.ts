import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { expectEnvelope, expectRefusal } from '../../testing/expectations.ts'
import { open, requestText } from '../../testing/rawHttp.ts'
import { answerOf, useService } from '../../testing/service.ts'

const service = useService()
const get = (path: string) => answerOf(service.send(path))

test('a service that works is alive and ready, and says so without a key', async () => {
  for (const [path, status] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(expectEnvelope(answer).results).toEqual({ success: true, error: '', status })
  }
})

test('a service whose database is not what it needs is alive but not ready', async () => {
  const { db } = service.app.store
  await sql`alter table kysely_migration rename to elsewhere`.execute(db)
  const answer = await get('/readyz')
  expectRefusal(answer, 'DATABASE_UNAVAILABLE')
  expect(answer.headers.get('retry-after')).toBe('2')
  expect((await get('/healthz')).status).toBe(200)
  await sql`alter table elsewhere rename to kysely_migration`.execute(db)
  expect((await get('/readyz')).status).toBe(200)
})

describe('a service that is being replaced', () => {
  const leaving = useService()

  test('is not ready, finishes what has begun and lets its clients go [R7.3.shutting-down]', async () => {
    const connection = await open(leaving.url)
    const headers = {
      host: 'x',
      'x-api-key': leaving.apiKey,
      'content-type': 'application/json',
      'content-length': 2,
      expect: '100-continue',
    }
    connection.write(requestText('POST /user/list_users HTTP/1.1', headers))
    expect((await connection.answer()).status).toBe(100)

    leaving.app.drain()
    const refused = await answerOf(leaving.send('/readyz'))
    expectRefusal(refused, 'SHUTTING_DOWN')
    expect(Object.fromEntries(refused.headers)).toMatchObject({ 'retry-after': '1', connection: 'close' })
    expect((await leaving.send('/healthz')).status).toBe(200)

    connection.write('{}')
    const finished = await connection.answer()
    expect(finished.status).toBe(200)
    expect(finished.headers.get('connection')).toBe('close')
    connection.close()
    // Who has not heard of it yet is served as well.
    expect((await leaving.call('user/list_users', {})).status).toBe(200)
  })
})
