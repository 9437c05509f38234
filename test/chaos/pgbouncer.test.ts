// Runs adrail through PgBouncer in transaction mode, which assigns a server session to each transaction. The
// sandbox's ledger and the database show the results.

import {
  createPausedCampaigns,
  expectCompleteAudit,
  openStore,
  type ServiceResponse,
  type Store,
  sql,
  testDatabaseUrl,
  useProcesses,
  useServiceFixtures,
} from '@adrail/server/testing'
import { createDatabase } from '@adrail/server/testing/databases'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '../pgbouncer.ts'
import { creations, listCreatedCampaigns } from './creations.ts'
import { createMixedTraffic } from './mixedTraffic.ts'
import { type Job, startProcessGroup } from './processGroup.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const makeWorld = useServiceFixtures()
const { newInstallation, serveInProcess: serveHere } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const server = testDatabaseUrl()

/** Creates a database and returns its direct URL and its URL through a pooler. */
async function behindPooler(...settings: string[]): Promise<{ direct: string; url: URL }> {
  const database = await createDatabase(server)
  const pooler = await startPgBouncer(server, ...settings)
  onTestFinished(async () => {
    await pooler.stop()
    await database.drop()
  })
  return { direct: database.url, url: new URL(pooler.pooledUrl(database.url)) }
}

async function open(url: URL): Promise<Store> {
  const store = await openStore({ databaseUrl: url.href, dataDir: '' })
  onTestFinished(() => store.close())
  return store
}

describe.skipIf(server === '' || !hasPgBouncer())('adrail through PgBouncer in transaction mode', () => {
  test('creates each campaign once while processes are killed, and serves mixed requests without failures', async () => {
    const { url } = await behindPooler()
    url.searchParams.set('pgbouncer', 'true')
    const world = await makeWorld(url.href)
    const { sandbox, installation } = world
    const began = performance.now()
    const crew = await startProcessGroup(world, isLong ? 'run out' : 'pass')
    const jobs = Array.from({ length: proofSize(12, 600) }, (_, number): Job => {
      const { operation, buildBody } = creations[number % creations.length] ?? creations[0]
      return { key: `pooled-${number}`, operation, body: buildBody(`Pooled ${number}`) }
    })
    const finalResponses = new Map<string, ServiceResponse>()
    const kills = proofSize(1, 20)
    const replaceProcesses = async () => {
      for (let kill = 1; kill <= kills; kill++) {
        const enough = Math.floor((jobs.length * kill) / (kills + 1))
        await expect.poll(() => crew.canReplace && finalResponses.size >= enough).toBe(true)
        await crew.killAndReplace()
      }
    }
    await Promise.all([
      replaceProcesses(),
      crew.retryUntilFinal(jobs, { callers: 6 }, ({ key }, response) => finalResponses.set(key, response)),
    ])
    const reportedIds = jobs.map(({ key }, number) => {
      const { status, results = {} } = finalResponses.get(key) ?? {}
      expect([status, results['success']], key).toEqual([200, true])
      return creations[number % creations.length]?.readId(results) ?? ''
    })
    expect(listCreatedCampaigns(sandbox).toSorted()).toEqual(reportedIds.toSorted())

    const { service } = await world.start()
    const campaigns = await createPausedCampaigns(sandbox, 3)
    const requests = proofSize(200, 5000)
    const day = createMixedTraffic(
      service.url,
      await service.readDemoKey(),
      campaigns,
      seededRandom('pgbouncer'),
    )
    for (let sent = 0; sent < requests; sent += 8)
      await Promise.all(Array.from({ length: 8 }, () => day.sendNext()))
    await day.reconnect()
    expect(day.failures).toEqual([])
    expect([...day.statuses.keys()].filter((status) => status >= 500)).toEqual([])
    await expectCompleteAudit(installation)
    const made = listCreatedCampaigns(sandbox)
    reportProof('T42', {
      creations: jobs.length,
      kills,
      twice: made.length - new Set(made).size,
      lost: reportedIds.filter((id) => !made.includes(id)).length,
      requests,
      failed: day.failures.length,
      ...(isLong ? { seconds: secondsSince(began) } : {}),
    })
  })

  test('applies both time limits in every transaction, and not to other clients of the pooler', async () => {
    const { url } = await behindPooler()
    url.searchParams.set('pgbouncer', 'true')
    const other = await open(url)
    url.searchParams.set('statement_timeout', '300')
    url.searchParams.set('idle_in_transaction_session_timeout', '400')
    const { db } = await open(url)
    const limits = sql<{ of: string }>`
      select setting as of from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by 1`
    const limitsIn = async (store: Pick<Store, 'db'>) =>
      (await limits.execute(store.db)).rows.map((row) => row.of)
    const inTransaction = db.transaction().execute((transaction) => limits.execute(transaction))
    expect((await inTransaction).rows.map((row) => row.of)).toEqual(['300', '400'])
    expect(await limitsIn({ db })).toEqual(['300', '400'])
    expect(await limitsIn(other)).toEqual(['10000', '10000'])

    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    const isAlone = sql<{ is: boolean }>`select pg_try_advisory_lock(42) and pg_advisory_unlock(42) as is`
    const still = db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(42)`.execute(transaction)
      // The server ends the transaction and releases its lock.
      await expect.poll(async () => (await isAlone.execute(other.db)).rows[0]?.is).toBe(true)
      await sql`select 1`.execute(transaction)
    })
    await expect(still).rejects.toThrow()
    expect(await limitsIn({ db })).toEqual(['300', '400'])
  })

  test('does not start without pgbouncer=true in DATABASE_URL, and recommends this parameter', async () => {
    const refusing = await behindPooler()
    const dropping = await behindPooler(
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
    )
    for (const { url } of [refusing, dropping]) {
      const service = await serveHere(await newInstallation(url.href), { ADRAIL_DEMO: 'off' })
      expect(await service.stop()).toBe(1)
      expect(service.stderr).toContain('Add pgbouncer=true to DATABASE_URL')
      expect(service.stderr).not.toMatch(/\n\s+at /)
    }
  })
})
