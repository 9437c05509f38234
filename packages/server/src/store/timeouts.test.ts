// How long whoever needs a connection waits for it, and how long one on which nothing moves is kept; PostgreSQL only, since
// SQLite has none.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toStoreError } from './failures.ts'
import { openExistingStore } from './open.ts'
import type { Db, Store } from './tables.ts'

const serverUrl = inject('databaseUrl')

/** The server by way of somebody who may take longer with each connection than a request waits for one. */
async function reachedBy(delayMs: number) {
  const url = new URL(serverUrl)
  const path = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const cuts: (() => () => void)[] = []
  const between = createServer(async (near) => {
    near.on('error', () => {})
    if (delayMs > 0) await sleep(delayMs)
    const far = connect(path).on('error', () => near.destroy())
    near.pipe(far).pipe(near)
    onTestFinished(() => void far.destroy())
    cuts.push(() => {
      near.unpipe(far).resume()
      far.unpipe(near)
      return () => void far.pipe(near)
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void between.close())
  await once(between, 'listening')
  // It listens on a port.
  const { port } = between.address() as AddressInfo
  return {
    url: new URL(`postgresql://adrail@127.0.0.1:${port}${url.pathname}`),
    /** From now on neither side hears of the other, on all connections that there are. Lets hear what the server said since. */
    cut() {
      const restore = cuts.map((cut) => cut())
      return () => {
        for (const each of restore) each()
      }
    },
  }
}

async function open(databaseUrl: URL): Promise<Store> {
  const store = await openExistingStore({ databaseUrl: databaseUrl.href, dataDir: '' })
  if (!store) throw new Error('A server is always there.')
  onTestFinished(() => store.close())
  return store
}

/** The code by which callers are told of it. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => toStoreError(error)?.code ?? String(error),
  )

test.skipIf(serverUrl === '')('two seconds, unless the URL says otherwise', async () => {
  const { url } = await reachedBy(2500)
  await expect((await open(url)).ping()).rejects.toThrow('timeout')

  url.searchParams.set('connect_timeout', '60')
  await (await open(url)).ping()
})

test.skipIf(serverUrl === '')('a server that is silent for longer than it may take is left', async () => {
  const { url, cut } = await reachedBy(0)
  url.searchParams.set('statement_timeout', '200')
  const store = await open(url)
  await store.ping()
  cut()
  expect(await failureOf(store.ping())).toBe('DATABASE_UNAVAILABLE')
  await store.ping()
})

test.skipIf(serverUrl === '')('a transaction whose process stands still holds nothing for long', async () => {
  const { url, cut } = await reachedBy(0)
  const limit = 'idle_in_transaction_session_timeout'
  const usual = await sql`select current_setting(${limit}) as is`.execute((await open(url)).db)
  expect(usual.rows).toEqual([{ is: '10s' }])

  url.searchParams.set(limit, '500')
  const [still, other] = [await open(url), await open(new URL(serverUrl))]
  const take = (db: Db) => sql`select pg_advisory_xact_lock(1)`.execute(db)
  let logged = ''
  const work = still.db.transaction().execute(async (transaction) => {
    await take(transaction)
    const restore = cut()
    await take(other.db)
    const next = take(transaction)
    restore()
    logged = await failureOf(next)
    await next
  })
  expect([await failureOf(work), logged]).toEqual(['DATABASE_UNAVAILABLE', 'DATABASE_UNAVAILABLE'])
  await still.ping()
})
