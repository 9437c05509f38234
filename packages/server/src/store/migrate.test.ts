import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../../testing/service.ts'
import { isSchemaCurrent } from './migrate.ts'
import { openStore } from './open.ts'

const service = useService()

test('a process of an earlier release starts on a database that a later release has migrated', async () => {
  const { databaseUrl, dataDir, app } = service
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'later')`.execute(
    app.store.db,
  )

  const store = await openStore({ databaseUrl, dataDir })

  expect(await isSchemaCurrent(store.db)).toBe(true)
  expect((await service.send('/readyz')).status).toBe(200)
  await store.close()
})
