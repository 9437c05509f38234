import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { readResponse } from '../../testing/requests.ts'
import { testDatabaseUrl, useService } from '../../testing/service.ts'

const service = useService()

test.skipIf(testDatabaseUrl() === '')(
  '/readyz returns 503 after 5 seconds while its statement still waits for the database',
  async () => {
    const { db } = service.app.store
    await db.transaction().execute(async (transaction) => {
      await sql`lock table kysely_migration in access exclusive mode`.execute(transaction)
      const waiting = async () => {
        const { rows } = await sql<object>`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          transaction,
        )
        return rows.length
      }
      let response: Awaited<ReturnType<typeof readResponse>> | undefined
      const ready = readResponse(service.send('/readyz')).then((readyResponse) => {
        response = readyResponse
      })
      await expect.poll(waiting).toBe(1)
      service.clock.advance(5000)
      // A check that waits for its statement would respond only after the statement has ended.
      const statements = async () => [response === undefined, await waiting()]
      await expect.poll(statements).not.toEqual([true, 1])
      expect(await statements()).toEqual([false, 1])
      await ready
      expect(response).toBeDefined()
      if (response) expectRefusal(response, 'DATABASE_UNAVAILABLE')
    })
    await expect.poll(async () => (await service.send('/readyz')).status).toBe(200)
  },
)
