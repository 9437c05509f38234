// Processes that are killed while they create campaigns on all three platforms. What happened is read from the sandbox's
// ledger and from the database.

import { setTimeout } from 'node:timers/promises'
import { testDatabaseUrl } from '@adrail/server/testing'
import type { Installation } from '@adrail/server/testing/processes'
import {
  ageStepsByTwoMinutes,
  expectCompleteAudit,
  retryUntilFinal,
  type ServiceResponse,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '@adrail/server/testing/worlds'
import { expect, test, vi } from 'vitest'
import { creations, listCreatedCampaigns } from './creations.ts'
import { type Job, startProcessGroup } from './crew.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './figures.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const onPostgres = testDatabaseUrl() !== ''

test('processes killed at random make each campaign once, and give each caller one answer', async () => {
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
  // A part of the work for each kill: those who go on while another one starts must not be done with all of it.
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
      // Within the next requests that the platforms see, so that it dies in the middle of some write.
      const targetChanges = sandbox.requests.revision() + 1 + Math.floor(draw() * 60)
      // Whoever has to wait until the time of a dead process is over holds up nobody else, and no other kill.
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
/** What the clock of the machine does until the next one starts. */
const jumps = [0, hour, -hour]

// In the suite on one database: on the other its processes are killed at random.
test.skipIf(onPostgres && !isLong)(
  'a process killed at a chosen point leaves campaigns to the next one, which makes each once without being asked',
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
        // Otherwise planning sends nothing that could be held.
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
        // Else the next process waits for what the dead one was about to look up.
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
          // Of what was not even planned nothing is left; everything else had been finished by then.
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

/** What callers were told was made, against what the platforms made. */
function countOutcomes(reportedIds: readonly string[], createdIds: readonly string[]) {
  return {
    creations: reportedIds.length,
    made: createdIds.length,
    twice: createdIds.length - new Set(createdIds).size,
    lost: reportedIds.filter((id) => !createdIds.includes(id)).length,
  }
}

/** What processes on PostgreSQL keep for each other. */
function deleteLookups(place: Installation): Promise<unknown> {
  return withStore(place, ({ db }) => db.deleteFrom('lookups').execute())
}

/** Times that were written down lie ahead of the clock, or behind it, by so much. */
function shiftTimes(place: Installation, byMs: number): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db
      .updateTable('operations')
      .set((set) => ({
        next_run_at: set('next_run_at', '+', byMs),
        // Leases go by the database's clock. Where that is the machine's own, it jumped as well; elsewhere they run out.
        lease_until: onPostgres ? 0 : set('lease_until', '+', byMs),
      }))
      .execute(),
  )
}

/** Of which something was intended, and nobody knows yet what became of it. */
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
 * How long it takes until a write that a killed process held is resolved. A process that goes on with the write may be
 * killed as well: counted from the last kill that hit the write, and from the first.
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
