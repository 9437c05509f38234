// Every process drops cached entries within a second after another process changes them. Until then, it sends
// no query for them.

import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { expectRefusal } from '../../testing/expectations.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { readUserHealth, valueOrErrorCode } from '../../testing/linking.ts'
import { useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { ChangeWatch, pollChangesEveryMs } from '../store/changeWatch.ts'
import { deleteConnection } from '../store/connections.ts'
import { retainCredential, updateCredential } from '../store/credentials.ts'
import { expireKey, markKeyRevoked } from '../store/keys.ts'
import { openStore } from '../store/open.ts'
import type { Db, OnStatement, Store } from '../store/tables.ts'
import { deleteUser } from '../store/users.ts'

/** The statements that this process has sent to the database. */
const sentStatements: string[] = []
const service = useService({ onStatement: (text) => sentStatements.push(text) })

async function anotherProcess(onStatement?: OnStatement): Promise<Store> {
  const { dataDir, databaseUrl } = service
  const store = await openStore({ dataDir, databaseUrl, onStatement })
  onTestFinished(() => store.close())
  return store
}

async function pollChanges(): Promise<void> {
  service.clock.advance(pollChangesEveryMs)
  await service.app.changes.poll()
}

/** Changes rows in another process and polls for changes in this one, before its cached entries expire. */
async function elsewhere(change: (db: Db) => Promise<unknown>): Promise<void> {
  await change((await anotherProcess()).db)
  await pollChanges()
}

const profile = (userId: string, apiKey = service.apiKey) =>
  service.post('user/get_profile', { userId }, apiKey)

test('a process refuses a cached key after another process revokes or expires it [R5.4.revoked]', async () => {
  const userId = await newUser(service)
  const [revoked, ended] = [await service.newKey(), await service.newKey()]
  for (const { text } of [revoked, ended]) expect((await profile(userId, text)).status).toBe(200)
  const now = service.clock.now()
  await elsewhere(async (db) => {
    await markKeyRevoked(db, revoked.id, now)
    await expireKey(db, ended.id, now)
  })
  for (const { text } of [revoked, ended]) expectRefusal(await profile(userId, text), 'UNAUTHENTICATED')
})

test('a process does not find a cached user after another process deletes the user', async () => {
  const userId = await newUser(service)
  expect((await profile(userId)).status).toBe(200)
  await elsewhere((db) => deleteUser(db, service.workspaceId, userId))
  expectRefusal(await profile(userId), 'USER_NOT_FOUND')
})

test('a process refuses a cached connection after another process deletes it or revokes its credential', async () => {
  const person = 'ben'
  const [unlinked, flagged] = [
    await newLinkedUser(service, { platform: 'SEARCH', person }),
    await newLinkedUser(service, { platform: 'PROFESSIONAL', person }),
  ]
  const connect = (userId: string, platform: 'search' | 'pro') =>
    valueOrErrorCode(service.app.service.connections.connect(service.workspaceId, userId, platform))
  const reached = async () => [await connect(unlinked, 'search'), await connect(flagged, 'pro')]
  expect(await reached()).toEqual([expect.any(Object), expect.any(Object)])
  expect(await readUserHealth(service, flagged)).toBe('active')

  await elsewhere(async (db) => {
    await deleteConnection(db, service.workspaceId, unlinked, 'search')
    const credentials = await db.selectFrom('credentials').selectAll().where('platform', '=', 'pro').execute()
    for (const credential of credentials)
      await updateCredential(db, credential, { health: 'revoked', health_reason: 'user_revoked' })
  })

  expect(await reached()).toEqual(['ACCOUNT_NOT_LINKED', 'ACCOUNT_RELINK_REQUIRED'])
  expect(await readUserHealth(service, unlinked)).toBe('')
  expect(await readUserHealth(service, flagged)).toBe('revoked user_revoked')
})

test('a process keeps a cached connection after another process only retains its credential for a write', async () => {
  const userId = await newLinkedUser(service, { platform: 'SEARCH', person: 'ada' })
  const connect = () => service.app.service.connections.connect(service.workspaceId, userId, 'search')
  // The process first reads the changes that the linking caused.
  await pollChanges()
  await connect()
  await elsewhere(async (db) => {
    for (const { id } of await db.selectFrom('credentials').select('id').execute())
      expect(await retainCredential(db, id)).toBe(true)
  })
  sentStatements.length = 0
  await connect()
  expect(sentStatements.filter((text) => /"(connections|credentials)"/.test(text))).toEqual([])
})

// SQLite has one writer at a time, so changes are committed in the order of their numbers.
describe.skipIf(inject('databaseUrl') === '')(
  'a change that is committed long after its number was assigned',
  () => {
    /** Revokes a key in a transaction that stays open until the test calls the returned function. */
    async function revokeSlowly(keyId: string): Promise<(end?: Error) => Promise<void>> {
      const { promise: revoked, resolve: noteRevoked } = Promise.withResolvers<void>()
      const { promise: ended, resolve: end } = Promise.withResolvers<Error | undefined>()
      const { db } = await anotherProcess()
      const work = db.transaction().execute(async (transaction) => {
        await markKeyRevoked(transaction, keyId, service.clock.now())
        noteRevoked()
        const error = await ended
        if (error) throw error
      })
      await revoked
      return async (error) => {
        end(error)
        await work
      }
    }

    const change = (db: Db, times: number) =>
      sql`insert into changes (kind, name) select 'user', 'of nobody' from generate_series(1, ${times})`.execute(
        db,
      )

    test('invalidates the cache even after 600 changes with higher numbers', async () => {
      const userId = await newUser(service)
      const { id, text } = await service.newKey()
      expect((await profile(userId, text)).status).toBe(200)
      const commit = await revokeSlowly(id)
      await elsewhere((db) => change(db, 600))
      expect((await profile(userId, text)).status).toBe(200)
      await commit()
      await pollChanges()
      expectRefusal(await profile(userId, text), 'UNAUTHENTICATED')
    })

    test('is reported to a process that started before the commit', async () => {
      const { id } = await service.newKey()
      const store = await anotherProcess()
      const commit = await revokeSlowly(id)
      await change(store.db, 600)
      const notifiedNames: string[] = []
      const watch = new ChangeWatch(store, service.clock)
      watch.subscribe('key', (name) => notifiedNames.push(name))
      await watch.poll()
      notifiedNames.length = 0
      await commit()
      await watch.poll()
      expect(notifiedNames).toHaveLength(1)
    })

    test('is looked up for 60 seconds only, because it may have been rolled back', async () => {
      const { id } = await service.newKey()
      const statements: string[] = []
      const store = await anotherProcess((text) => statements.push(text))
      const watch = new ChangeWatch(store, service.clock)
      const countStatements = async () => {
        statements.length = 0
        await watch.poll()
        return statements.length
      }
      await watch.poll()
      service.clock.advance(60_000)
      await watch.poll()
      expect(await countStatements()).toBe(1)
      const end = await revokeSlowly(id)
      await change(store.db, 1)
      await watch.poll()
      await expect(end(new Error('given up'))).rejects.toThrow('given up')
      expect(await countStatements()).toBe(2)
      service.clock.advance(60_000)
      await watch.poll()
      expect(await countStatements()).toBe(1)
    })

    test('invalidates the cache even when too many numbers are missing to look up each of them, and caching resumes later', async () => {
      const userId = await newUser(service)
      const { id, text } = await service.newKey()
      expect((await profile(userId, text)).status).toBe(200)
      const commit = await revokeSlowly(id)
      await elsewhere(async (db) => {
        await sql`select nextval(pg_get_serial_sequence('changes', 'id')) from generate_series(1, 6000)`.execute(
          db,
        )
        await change(db, 1)
      })
      await commit()
      await pollChanges()
      expectRefusal(await profile(userId, text), 'UNAUTHENTICATED')

      // After two minutes, the missing numbers no longer matter, and entries that were read since are cached.
      service.clock.advance(120_000)
      await pollChanges()
      await profile(userId)
      sentStatements.length = 0
      await profile(userId)
      expect(sentStatements.filter((statement) => statement.includes('from "api_keys"'))).toEqual([])
    })
  },
)

describe('a process that cannot poll for changes', () => {
  // The test stops the polls for good, so it has its own service.
  const blind = useService()

  test('refuses a revoked key within a second', async () => {
    const userId = await newUser(blind)
    const { id, text } = await blind.newKey()
    const ask = () => blind.post('user/get_profile', { userId }, text)
    expect((await ask()).status).toBe(200)
    await blind.app.changes.stop()
    await markKeyRevoked(blind.app.store.db, id, blind.clock.now())
    blind.clock.advance(1000)
    expectRefusal(await ask(), 'UNAUTHENTICATED')
  })
})
