// Processes are killed while they create campaigns on all three platforms. The sandbox's ledger and the
// database show the results.

import { setTimeout } from 'node:timers/promises'
import type { Installation } from '@adrail/server/testing'
import {
  ageStepsByTwoMinutes,
  expectCompleteAudit,
  retryUntilFinal,
  type ServiceResponse,
  testDatabaseUrl,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { creations, listCreatedCampaigns } from './creations.ts'
import { type Job, startProcessGroup } from './processGroup.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const onPostgres = testDatabaseUrl() !== ''

test('processes that are killed at random create each campaign once, and return one final response to each caller', async () => {
  const world = await makeWorld()
  const crew = await startProcessGroup(world, isLong ? 'run out' : 'pass')
  const { sandbox, installation } = world
  const jobs = Array.from({ length: proofSize(60, 2000) }, (_, number): Job => {
    const { operation, buildBody } = creations[number % creations.length] ?? creations[0]
    return { key: `random-${number}`, operation, body: buildBody(`Random ${number}`) }
  })
  const finalResponses = new Map<string, ServiceResponse>()
  const kills = onPostgres ? proofSize(6, 200) : proofSize(3, 40)
  const draw = seededRandom('kills')
  // Each kill releases a part of the work, so that running processes cannot finish all of it while another
  // one starts.
  let releasedCount = 0
  let nextIndex = 0
  const canSend = (index: number) => {
    nextIndex = index
    return index < releasedCount
  }
  const releaseWork = (finishedParts: number) => {
    releasedCount = Math.ceil((jobs.length * (finishedParts + 1)) / (kills + 1))
  }
  const killProcesses = async () => {
    for (let kill = 0; kill < kills; kill++) {
      releaseWork(kill)
      // The kill comes within the next platform requests, so that the process dies in the middle of a write.
      const targetChanges = sandbox.requests.revision() + 1 + Math.floor(draw() * 60)
      // A write that waits for the lease of a dead process delays neither other writes nor other kills.
      await waitUntil(
        () => crew.canReplace && (sandbox.requests.revision() >= targetChanges || nextIndex >= releasedCount),
      )
      await resolutionTimes.recordKill(await crew.killAndReplace())
    }
    releaseWork(kills)
  }
  const resolutionTimes = measureResolution(installation)
  const began = performance.now()
  await Promise.all([
    killProcesses(),
    crew.retryUntilFinal(jobs, { callers: 8, canSend }, ({ key }, response) =>
      finalResponses.set(key, response),
    ),
  ])
  const seconds = secondsSince(began)
  const resolutionMetrics = await resolutionTimes.figures()

  const reportedIds = jobs.map(({ key }, number) => {
    const { status, results = {} } = finalResponses.get(key) ?? {}
    expect([status, results['success']], key).toEqual([200, true])
    return creations[number % creations.length]?.readId(results) ?? ''
  })
  const createdIds = listCreatedCampaigns(sandbox)
  expect(createdIds.toSorted()).toEqual(reportedIds.toSorted())
  expect(new Set(createdIds).size).toBe(jobs.length)
  for (const { operation, body, key } of jobs) {
    const again = await crew.send(operation, body, key)
    expect([again?.replayed, again?.results], key).toEqual([true, finalResponses.get(key)?.results])
  }
  await expectCompleteAudit(installation)
  reportProof('T1', { ...countOutcomes(reportedIds, createdIds), kills, seconds, ...resolutionMetrics })
})

const points = [
  ['while it plans', 'looks', 'before'],
  ['after the intent, before the effect', 'makes', 'before'],
  ['after the effect, before the answer', 'makes', 'after'],
  ['after the record of the first step', 'ends', 'before'],
  ['after the last effect, before its record', 'ends', 'after'],
  ['after the answer', undefined, 'after'],
] as const
const hour = 3_600_000
/** The jump of the machine's clock before the next process starts. */
const jumps = [0, hour, -hour]

// In the suite, this test runs on SQLite only, because the test above kills processes at random on
// PostgreSQL.
test.skipIf(onPostgres && !isLong)(
  'a process killed at a chosen point leaves writes that the next process finishes automatically and once',
  async () => {
    const { sandbox, installation, start } = await makeWorld()
    let { service, send } = await start()
    const roundCount = proofSize(1, 20)
    const reportedIds: string[] = []
    for (let round = 0; round < roundCount; round++)
      for (const [number, [point, request, when]] of points.entries()) {
        const attempts = creations.map(({ operation, buildBody }) => () => {
          const name = `${round} ${point}`
          return send(operation, buildBody(name), `${operation} ${name}`.replaceAll(' ', '-'))
        })
        // With cached lookups, planning would send no request that the sandbox can stall.
        if (request === 'looks') await deleteLookups(installation)
        const faults = request
          ? creations.map((each) => sandbox.faults.order({ ...each[request], kind: 'stall', when }))
          : []
        const first = attempts.map((attempt) => attempt().catch(() => undefined))
        if (request) await Promise.all(faults.map(waitUntilHeld))
        else await Promise.all(first)
        service.kill('SIGKILL')
        await service.exit
        const firstResponses = await Promise.all(first)
        // Without this deletion, the next process waits for the lookup of the dead process.
        await deleteLookups(installation)
        await ageStepsByTwoMinutes(installation)
        await shiftTimes(installation, jumps[(round + number) % jumps.length] ?? 0)
        ;({ service, send } = await start())
        await waitUntilResolved(installation)

        for (const [index, { operation, readId }] of creations.entries()) {
          const attempt = attempts[index] as () => Promise<ServiceResponse>
          const what = `${operation} ${point}`
          const again = await retryUntilFinal(attempt)
          expect(again, what).toMatchObject({ status: 200, results: { success: true } })
          // A write that was not planned leaves nothing behind. Every other write was finished by then.
          expect(again.replayed, what).toBe(request !== 'looks')
          if (firstResponses[index]) expect(again.results).toEqual(firstResponses[index].results)
          reportedIds.push(readId(again.results))
        }
      }
    const createdIds = listCreatedCampaigns(sandbox)
    expect(createdIds.toSorted()).toEqual(reportedIds.toSorted())
    expect(new Set(createdIds).size).toBe(roundCount * points.length * creations.length)
    await expectCompleteAudit(installation)
    reportProof('T1 chosen points', {
      ...countOutcomes(reportedIds, createdIds),
      kills: roundCount * points.length,
    })
  },
)

/** Compares the campaigns that responses reported with those that the platforms created. */
function countOutcomes(reportedIds: readonly string[], createdIds: readonly string[]) {
  return {
    creations: reportedIds.length,
    made: createdIds.length,
    twice: createdIds.length - new Set(createdIds).size,
    lost: reportedIds.filter((id) => !createdIds.includes(id)).length,
  }
}

/** Deletes the shared lookup cache of processes on PostgreSQL. */
function deleteLookups(place: Installation): Promise<unknown> {
  return withStore(place, ({ db }) => db.deleteFrom('lookups').execute())
}

/** Shifts all recorded times relative to the clock. */
function shiftTimes(place: Installation, byMs: number): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db
      .updateTable('operations')
      .set((set) => ({
        next_run_at: set('next_run_at', '+', byMs),
        // Leases use the database's clock. On SQLite the machine's clock provides that time, so leases jump
        // too. On PostgreSQL they expire.
        lease_until: onPostgres ? 0 : set('lease_until', '+', byMs),
      }))
      .execute(),
  )
}

/** Returns planned writes that have no final outcome yet. */
function openWrites({ db }: Parameters<Parameters<typeof withStore>[1]>[0]) {
  return db
    .selectFrom('operations')
    .select(['id', 'owner', 'state'])
    .where('plan', '<>', '')
    .where('state', 'not in', ['SUCCEEDED', 'FAILED'])
    .execute()
}

interface InterruptedWrite {
  readonly firstAt: number
  readonly lastAt: number
  readonly kills: number
}

/**
 * Measures the time until a write of a killed process is resolved. A kill may also hit the process that
 * continues the write, so the times count from the last and from the first kill of the write.
 */
function measureResolution(place: Installation) {
  const interruptedById = new Map<string, InterruptedWrite>()
  let longest = 0
  let slowest = { fromFirstKillSeconds: 0, itsKills: 0 }
  let isStopped = false
  const watching = withStore(place, async (store) => {
    while (!isStopped || interruptedById.size > 0) {
      await setTimeout(100)
      const open = new Set((await openWrites(store)).map(({ id }) => id))
      for (const [id, { firstAt, lastAt, kills }] of interruptedById) {
        if (open.has(id)) continue
        longest = Math.max(longest, secondsSince(lastAt))
        const fromFirstKillSeconds = secondsSince(firstAt)
        if (fromFirstKillSeconds > slowest.fromFirstKillSeconds)
          slowest = { fromFirstKillSeconds, itsKills: kills }
        interruptedById.delete(id)
      }
    }
  })
  return {
    recordKill: async (owner: string | undefined) => {
      const now = performance.now()
      const open = await withStore(place, openWrites)
      for (const write of open) {
        if (owner !== undefined && write.owner !== owner) continue
        const { firstAt = now, kills = 0 } = interruptedById.get(write.id) ?? {}
        interruptedById.set(write.id, { firstAt, lastAt: now, kills: kills + 1 })
      }
    },
    figures: async () => {
      isStopped = true
      await watching
      return { settledAfterSeconds: longest, ...slowest }
    },
  }
}

function waitUntilResolved(place: Installation): Promise<void> {
  return withStore(place, (store) => expect.poll(() => openWrites(store)).toEqual([]))
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(2)
}
