// Time limits for opening a connection, and for a connection without traffic. PostgreSQL only, because SQLite
// has no connections.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toStoreError } from './failures.ts'
import { openExistingStore } from './open.ts'
import type { Db, Store } from './tables.ts'

const serverUrl = inject('databaseUrl')

/** Returns the URL of a proxy to the server that delays each connection. */
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
  // The proxy listens on a port, so its address is not a string.
  const { port } = between.address() as AddressInfo
  return {
    url: new URL(`postgresql://adrail@127.0.0.1:${port}${url.pathname}`),
    /**
     * Stops the traffic on all existing connections. The returned function forwards what the server has sent
     * since.
     */
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

/** Returns the error code that callers get. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => '',
    (error: unknown) => toStoreError(error)?.code ?? String(error),
  )

test.skipIf(serverUrl === '')(
  'a connection attempt times out after two seconds, unless the URL sets connect_timeout',
  async () => {
    const { url } = await reachedBy(2500)
    await expect((await open(url)).ping()).rejects.toThrow('timeout')

    url.searchParams.set('connect_timeout', '60')
    await (await open(url)).ping()
  },
)

test.skipIf(serverUrl === '')(
  'a connection to a silent server is dropped after statement_timeout, and the next statement uses another connection',
  async () => {
    const { url, cut } = await reachedBy(0)
    url.searchParams.set('statement_timeout', '200')
    const store = await open(url)
    await store.ping()
    cut()
    expect(await failureOf(store.ping())).toBe('DATABASE_UNAVAILABLE')
    await store.ping()
  },
)

test.skipIf(serverUrl === '')(
  'PostgreSQL ends the transaction of a stalled process after idle_in_transaction_session_timeout',
  async () => {
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
  },
)
