// A PostgreSQL standby takes over during writes. The sandbox's ledger, the events and the database show the
// results.

import { setTimeout } from 'node:timers/promises'
import type { Installation } from '@adrail/server/testing'
import {
  ageStepsByTwoMinutes,
  expectCompleteAudit,
  type SendRequest,
  type ServiceResponse,
  testDatabaseUrl,
  useServiceFixtures,
  withStore,
} from '@adrail/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { creations, listCreatedCampaigns } from './creations.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'
import { type Replicas, startReplicas } from './replicas.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const callers = 8
const pauseMs = 50

interface Job {
  readonly key: string
  readonly operation: string
  readonly body: object
  idOf(results: ServiceResponse['results']): string
}

const jobs = Array.from({ length: proofSize(24, 200) }, (_, number): Job => {
  const { operation, buildBody, readId } = creations[number % creations.length] ?? creations[0]
  return { key: `failover-${number}`, operation, body: buildBody(`Failover ${number}`), idOf: readId }
})

describe.skipIf(testDatabaseUrl() === '')('a failover to a standby during creations', () => {
  test('with synchronous replication loses no acknowledged creation, and creates nothing twice', async () => {
    const { replicas, sandbox, installation, senders } = await makeReplicatedWorld('synchronous')
    const acknowledged = new Map<string, ServiceResponse>()
    const working = work(jobs, senders, acknowledged)
    await until(() => acknowledged.size >= jobs.length / 2)
    const beforeFailover = acknowledged.size
    const began = performance.now()
    // The failover was noticed two minutes ago, so no request from before the failover can still take effect.
    await replicas.failOver(isLong ? undefined : noticedBefore)
    if (!isLong) await ageStepsByTwoMinutes(installation)
    await working
    const seconds = secondsSince(began)

    const { created, ...counts } = countOutcomes(acknowledged, listCreatedCampaigns(sandbox))
    expect({ created, ...counts }).toEqual({ created: jobs.length, twice: 0, unknown: 0 })
    let lost = 0
    for (const { key, operation, body } of jobs) {
      const again = await senders[0](operation, body, key)
      if (!again.replayed) lost += 1
      expect(again.results, key).toEqual(acknowledged.get(key)?.results)
    }
    expect(lost).toBe(0)
    await expectCompleteAudit(installation)
    reportProof('T40', {
      writes: jobs.length,
      acknowledgedBefore: beforeFailover,
      ...counts,
      created,
      lost,
      seconds,
    })
  })

  test('with asynchronous replication reports the lost writes, and retries recognize the created campaigns', async () => {
    const { replicas, sandbox, installation, senders, admin } = await makeReplicatedWorld('asynchronous')
    const replicated = new Map<string, ServiceResponse>()
    const half = jobs.length / 2
    await work(jobs.slice(0, half), senders, replicated)
    replicas.cutReplication()
    const lostResponses = new Map<string, ServiceResponse>()
    await work(jobs.slice(half), senders, lostResponses)
    await replicas.failOver()
    const reportedIds = () => withStore(installation, reported)
    const lostIds = [...lostResponses.values()]
      .map(({ results }) => String(results['operationId']))
      .toSorted()
    // Both processes automatically report the writes that they had acknowledged.
    await expect.poll(reportedIds, { timeout: 60_000 }).toEqual(lostIds)
    await passQuietTime(installation)

    const retried = new Map<string, ServiceResponse>()
    await work(jobs, senders, retried)
    const { created, ...counts } = countOutcomes(retried, listCreatedCampaigns(sandbox))
    expect({ created, ...counts }).toEqual({ created: jobs.length, twice: 0, unknown: 0 })
    for (const { key, idOf } of jobs) {
      const before = replicated.get(key) ?? lostResponses.get(key)
      expect(idOf(retried.get(key)?.results ?? {}), key).toBe(idOf(before?.results ?? {}))
    }
    const verified = await admin('audit', 'verify')
    expect([verified.exit, verified.stderr]).toEqual([1, expect.stringContaining(`${lostIds.length} writes`)])
    reportProof('T40 asynchronous', {
      writes: jobs.length,
      forgotten: lostIds.length,
      reported: (await reportedIds()).length,
      created,
      ...counts,
    })
  })
})

async function makeReplicatedWorld(replication: Parameters<typeof startReplicas>[0]) {
  const replicas: Replicas = await startReplicas(replication)
  const world = await makeWorld(replicas.url)
  const [one, other] = [await world.start(), await world.start()]
  return { ...world, replicas, senders: [one.send, other.send] as const }
}

/** Callers retry each request under its key, at either process, until the response is final. */
async function work(
  jobsToDo: readonly Job[],
  senders: readonly [SendRequest, SendRequest],
  acknowledged: Map<string, ServiceResponse>,
): Promise<void> {
  const pendingJobs = [...jobsToDo]
  let open = jobsToDo.length
  const call = async (caller: number) => {
    for (let attempt = caller; open > 0; attempt++) {
      const job = pendingJobs.shift()
      const ask = senders[attempt % 2 === 0 ? 0 : 1]
      const response = job && (await ask(job.operation, job.body, job.key).catch(() => undefined))
      if (job && response?.status === 200) {
        acknowledged.set(job.key, response)
        open -= 1
        continue
      }
      if (job) pendingJobs.push(job)
      await setTimeout(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)))
}

/** In the short form, the time in which a lost request may still take effect passes at once. */
async function passQuietTime(place: Installation): Promise<void> {
  if (isLong) return
  const age = () =>
    withStore(place, async ({ db }) => {
      const aged = db.updateTable('database_state').set((set) => ({ lost_at: set('lost_at', '-', 120_000) }))
      const { numUpdatedRows } = await aged.where('lost_at', 'is not', null).executeTakeFirst()
      return Number(numUpdatedRows)
    })
  await expect.poll(age, { timeout: 60_000 }).toBe(1)
  await ageStepsByTwoMinutes(place)
}

const noticedBefore = `
  update database_state set timeline = database_timeline(), reason = 'failover',
    lost_at = (extract(epoch from clock_timestamp()) * 1000)::bigint - 120000`

async function reported({ db }: Parameters<Parameters<typeof withStore>[1]>[0]): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'database.writes_lost')
    .execute()
  return rows
    .flatMap(({ data }) => (JSON.parse(data) as { writes: { operationId: string }[] }).writes)
    .map(({ operationId }) => operationId)
    .toSorted()
}

/** Compares the acknowledged creations with those that the platforms carried out. */
function countOutcomes(acknowledged: ReadonlyMap<string, ServiceResponse>, created: readonly string[]) {
  const reported = jobs.map(({ key, idOf }) => idOf(acknowledged.get(key)?.results ?? {}))
  return {
    created: created.length,
    twice: created.length - new Set(reported).size,
    unknown: reported.filter((id) => !created.includes(id)).length,
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(2)
}
