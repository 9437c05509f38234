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
import { campaignsMade, creations } from './creations.ts'
import { type Job, makeCrew } from './crew.ts'
import { drawnBy, isLong, proofTimeoutMs, secondsSince, sized, tell } from './figures.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const onPostgres = testDatabaseUrl() !== ''

test('processes killed at random make each campaign once, and give each caller one answer', async () => {
  const world = await makeWorld()
  const crew = await makeCrew(world, isLong ? 'run out' : 'pass')
  const { sandbox, installation } = world
  const jobs = Array.from({ length: sized(60, 2000) }, (_, number): Job => {
    const { operation, bodyOf } = creations[number % creations.length] ?? creations[0]
    return { key: `random-${number}`, operation, body: bodyOf(`Random ${number}`) }
  })
  const answers = new Map<string, ServiceResponse>()
  const kills = onPostgres ? sized(6, 200) : sized(3, 40)
  const draw = drawnBy('kills')
  // A part of the work for each kill: those who go on while another one starts must not be done with all of it.
  let given = 0
  let begun = 0
  const mayBegin = (index: number) => {
    begun = index
    return index < given
  }
  const give = (part: number) => {
    given = Math.ceil((jobs.length * (part + 1)) / (kills + 1))
  }
  const killThem = async () => {
    for (let kill = 0; kill < kills; kill++) {
      give(kill)
      // Within the next requests that the platforms see, so that it dies in the middle of some write.
      const enough = sandbox.requests.revision() + 1 + Math.floor(draw() * 60)
      // Whoever has to wait until the time of a dead process is over holds up nobody else, and no other kill.
      await until(() => crew.canReplace && (sandbox.requests.revision() >= enough || begun >= given))
      await settling.leftBy(await crew.replaceOne())
    }
    give(kills)
  }
  const settling = watchSettling(installation)
  const began = performance.now()
  await Promise.all([
    killThem(),
    crew.insist(jobs, { callers: 8, mayBegin }, ({ key }, answer) => answers.set(key, answer)),
  ])
  const seconds = secondsSince(began)
  const resolved = await settling.figures()

  const told = jobs.map(({ key }, number) => {
    const { status, results = {} } = answers.get(key) ?? {}
    expect([status, results['success']], key).toEqual([200, true])
    return creations[number % creations.length]?.idOf(results) ?? ''
  })
  const made = campaignsMade(sandbox)
  expect(made.toSorted()).toEqual(told.toSorted())
  expect(new Set(made).size).toBe(jobs.length)
  for (const { operation, body, key } of jobs) {
    const again = await crew.ask(operation, body, key)
    expect([again?.replayed, again?.results], key).toEqual([true, answers.get(key)?.results])
  }
  await expectCompleteAudit(installation)
  tell('T1', { ...countsOf(told, made), kills, seconds, ...resolved })
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
    const rounds = sized(1, 20)
    const told: string[] = []
    for (let round = 0; round < rounds; round++)
      for (const [number, [point, request, when]] of points.entries()) {
        const attempts = creations.map(({ operation, bodyOf }) => () => {
          const name = `${round} ${point}`
          return send(operation, bodyOf(name), `${operation} ${name}`.replaceAll(' ', '-'))
        })
        // Otherwise planning sends nothing that could be held.
        if (request === 'looks') await forgetLookups(installation)
        const faults = request
          ? creations.map((each) => sandbox.faults.order({ ...each[request], kind: 'stall', when }))
          : []
        const first = attempts.map((attempt) => attempt().catch(() => undefined))
        if (request) await Promise.all(faults.map(waitUntilHeld))
        else await Promise.all(first)
        service.kill('SIGKILL')
        await service.exit
        const answered = await Promise.all(first)
        // Else the next process waits for what the dead one was about to look up.
        await forgetLookups(installation)
        await ageStepsByTwoMinutes(installation)
        await jump(installation, jumps[(round + number) % jumps.length] ?? 0)
        ;({ service, send } = await start())
        await settled(installation)

        for (const [index, { operation, idOf }] of creations.entries()) {
          const attempt = attempts[index] as () => Promise<ServiceResponse>
          const what = `${operation} ${point}`
          const again = await retryUntilFinal(attempt)
          expect(again, what).toMatchObject({ status: 200, results: { success: true } })
          // Of what was not even planned nothing is left; everything else had been finished by then.
          expect(again.replayed, what).toBe(request !== 'looks')
          if (answered[index]) expect(again.results).toEqual(answered[index].results)
          told.push(idOf(again.results))
        }
      }
    const made = campaignsMade(sandbox)
    expect(made.toSorted()).toEqual(told.toSorted())
    expect(new Set(made).size).toBe(rounds * points.length * creations.length)
    await expectCompleteAudit(installation)
    tell('T1 chosen points', { ...countsOf(told, made), kills: rounds * points.length })
  },
)

/** What callers were told was made, against what the platforms made. */
function countsOf(told: readonly string[], made: readonly string[]) {
  return {
    creations: told.length,
    made: made.length,
    twice: made.length - new Set(made).size,
    lost: told.filter((id) => !made.includes(id)).length,
  }
}

/** What processes on PostgreSQL keep for each other. */
function forgetLookups(place: Installation): Promise<unknown> {
  return withStore(place, ({ db }) => db.deleteFrom('lookups').execute())
}

/** Times that were written down lie ahead of the clock, or behind it, by so much. */
function jump(place: Installation, byMs: number): Promise<unknown> {
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

interface Left {
  readonly firstAt: number
  readonly lastAt: number
  readonly kills: number
}

/**
 * How long it takes until a write that a killed process held is resolved. A process that goes on with the write may be
 * killed as well: counted from the last kill that hit the write, and from the first.
 */
function watchSettling(place: Installation) {
  const left = new Map<string, Left>()
  let longest = 0
  let slowest = { fromFirstKillSeconds: 0, itsKills: 0 }
  let isOver = false
  const looking = withStore(place, async (store) => {
    while (!isOver || left.size > 0) {
      await setTimeout(100)
      const open = new Set((await openWrites(store)).map(({ id }) => id))
      for (const [id, { firstAt, lastAt, kills }] of left) {
        if (open.has(id)) continue
        longest = Math.max(longest, secondsSince(lastAt))
        const fromFirstKillSeconds = secondsSince(firstAt)
        if (fromFirstKillSeconds > slowest.fromFirstKillSeconds)
          slowest = { fromFirstKillSeconds, itsKills: kills }
        left.delete(id)
      }
    }
  })
  return {
    leftBy: async (owner: string | undefined) => {
      const now = performance.now()
      const open = await withStore(place, openWrites)
      for (const write of open) {
        if (owner !== undefined && write.owner !== owner) continue
        const { firstAt = now, kills = 0 } = left.get(write.id) ?? {}
        left.set(write.id, { firstAt, lastAt: now, kills: kills + 1 })
      }
    },
    figures: async () => {
      isOver = true
      await looking
      return { settledAfterSeconds: longest, ...slowest }
    },
  }
}

function settled(place: Installation): Promise<void> {
  return withStore(place, (store) => expect.poll(() => openWrites(store)).toEqual([]))
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(2)
}
