// Requests wait for a slow database only on PostgreSQL, because SQLite responds at once.

import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../testing/expectations.ts'
import { readResponse } from '../../testing/requests.ts'
import { startTestService } from '../../testing/service.ts'
import { burstMs, maxStoreQueueLength } from './loadShedder.ts'

const serverUrl = inject('databaseUrl')

/** The service tolerates two waiting requests per connection. */
const connections = maxStoreQueueLength / 2

test.skipIf(!serverUrl.startsWith('postgres'))(
  'a service refuses requests while many requests wait for the database for longer than a burst',
  async () => {
    // The wait for a connection must not time out on a slow machine.
    const databaseUrl = new URL(serverUrl)
    databaseUrl.searchParams.set('connect_timeout', '60')
    const service = await startTestService({
      databaseUrl: databaseUrl.href,
      // Background work would wait for the database, too.
      environment: { ADRAIL_ROLE: 'api' },
    })
    onTestFinished(() => service.stop())
    const ask = () => service.call('user/list_users', {})
    const elsewhere = () => readResponse(service.send('/nothing'))
    expectSuccess('user/list_users', await ask())

    const holder = new pg.Client({ connectionString: service.databaseUrl })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin; lock table users in access exclusive mode')
    const waiting = Array.from({ length: connections + maxStoreQueueLength }, ask)
    await expect.poll(() => service.app.store.countWaiting()).toBe(maxStoreQueueLength)
    expect((await elsewhere()).status).toBe(404)
    service.clock.advance(burstMs + 1)
    const refused = await ask()
    expectRefusal(refused, 'OVERLOADED')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await service.send('/healthz')).status).toBe(200)

    await holder.query('commit')
    for (const response of await Promise.all(waiting)) expectSuccess('user/list_users', response)
    expect((await elsewhere()).status).toBe(404)
  },
)
