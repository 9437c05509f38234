// Whether the service stays as fast while its tables grow: every function of the store, its start, a small read, and the
// longest that anybody waits while old writes are forgotten.

import { rmSync } from 'node:fs'
import { growDatabase, makeDatabase } from '@adrail/server/testing/databases'
import { timeStores } from '@adrail/server/testing/storeTimes'
import { makeCluster } from '../../test/postgres.ts'
import { calmRounds } from '../calm.ts'
import { measure, newFolder, quantile, type Request, type Service, startService } from '../measure.ts'
import { inTurns, type Pace } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly writes: number
}

export async function runGrowth(pace: Pace, sizes: readonly number[]): Promise<Result[]> {
  const results = await growthOn('sqlite', '', pace, sizes)
  const cluster = makeCluster()
  if (!cluster) {
    console.log('\nNo PostgreSQL on this machine: growth was measured on SQLite alone.')
    return results
  }
  await cluster.start()
  try {
    return [...results, ...(await growthOn('postgres', cluster.url, pace, sizes))]
  } finally {
    await cluster.stop()
    cluster.remove()
  }
}

async function growthOn(
  database: string,
  serverUrl: string,
  pace: Pace,
  sizes: readonly number[],
): Promise<Result[]> {
  const places: Place[] = []
  try {
    for (const writes of sizes) places.push(await grow(serverUrl, writes))
    return [
      ...(await timeFunctions(database, places)),
      ...(await timeForgetting(database, places)),
      ...(await timeStarts(database, places)),
      ...(await timeSmallReads(database, places, pace)),
    ]
  } finally {
    for (const { dataDir } of places) rmSync(dataDir, { recursive: true, force: true })
  }
}

/** As many writes, a tenth as many users, and a tenth of the writes so old that they are forgotten at the next start. */
async function grow(serverUrl: string, writes: number): Promise<Place> {
  const place = { dataDir: newFolder(), databaseUrl: (await makeDatabase(serverUrl)).url }
  const startedAt = performance.now()
  await growDatabase(
    place,
    { users: writes / 10, writes, keys: writes / 10, oldWrites: writes / 10 },
    Date.now(),
  )
  console.log(`${writes} writes were made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return { ...place, writes }
}

/** What goes through secrets, on an operator's order alone. */
const onOrder = ['sealedByOthers', 'anySealed', 'replaceSealed']
/** Below that it is the memory of a small table against that of a large one, and the noise of a machine. */
const noticedMs = 0.5

async function timeFunctions(database: string, places: readonly Place[]): Promise<Result[]> {
  const [small, ...larger] = await timeStores(places, 20)
  return larger.flatMap((times, index) => {
    const ratios = [...times]
      .filter(([name]) => !onOrder.includes(name))
      .map(([name, taken]) => {
        const tookMs = medianOf(taken)
        return { name, tookMs, ratio: tookMs / medianOf(small?.get(name) ?? []) }
      })
      .sort((a, b) => a.ratio - b.ratio)
    const due = ratios.find(({ name }) => name === 'dueEntries')?.ratio ?? Number.NaN
    const worst = ratios.findLast(({ tookMs }) => tookMs >= noticedMs)
    const sizes = `${places[index + 1]?.writes} / ${places[0]?.writes}`
    const result = (what: string, values: readonly number[]) =>
      resultOf('growth', `${database} ${what}, ${sizes}`, '×', values)
    const results = [
      result(
        'store functions',
        ratios.map(({ ratio }) => ratio),
      ),
      // A single one that grows would not show among all of them.
      ...(worst
        ? [result(`the one over ${noticedMs} ms that grows most (${worst.name})`, [worst.ratio])]
        : []),
      result('what is due in the journal', [due]),
    ]
    return judge(
      results,
      results.map(({ measure }) => ({ measure, atMost: 1.3 })),
    )
  })
}

function medianOf(times: readonly number[]): number {
  return quantile(
    [...times].sort((a, b) => a - b),
    0.5,
  )
}

/** From the first start on, which makes the demo's users as well, until the old writes are gone or some seconds over. */
async function timeForgetting(database: string, places: readonly Place[]): Promise<Result[]> {
  const results: Result[] = []
  for (const place of places) {
    const service = await start(place)
    // Once for the code, which is slow at first everywhere.
    await measure(service, () => profileRequest(service), { durationMs: 1000, connections: 1 })
    const { mostMs } = await measure(service, () => profileRequest(service), {
      durationMs: 10_000,
      connections: 1,
    })
    await service.stop()
    results.push(
      resultOf('growth', `${database} longest wait while forgetting, ${place.writes}`, 'ms', [mostMs]),
    )
  }
  return judge(
    results,
    results.map(({ measure }) => ({ measure, atMost: 50 })),
  )
}

async function timeStarts(database: string, places: readonly Place[]): Promise<Result[]> {
  const results: Result[] = []
  for (const place of places) {
    const taken = await calmRounds(3, async () => {
      const startedAt = performance.now()
      const service = await start(place)
      const seconds = (performance.now() - startedAt) / 1000
      await service.stop()
      return seconds
    })
    results.push(resultOf('growth', `${database} start, ${place.writes}`, 's', taken))
  }
  return judge(
    results,
    results.map(({ measure }) => ({ measure, atMost: 1.5 })),
  )
}

/** What happens beside is the same everywhere: only the tables differ. */
async function timeSmallReads(database: string, places: readonly Place[], pace: Pace): Promise<Result[]> {
  const services: Service[] = []
  try {
    for (const place of places)
      services.push({ ...(await start(place)), name: `${database} ${place.writes}` })
    const keyOf = new Map(services.map(({ name, apiKey }) => [name, apiKey]))
    const samples = await inTurns(services, pace, (target, durationMs) =>
      measure(target, () => profileRequest({ apiKey: keyOf.get(target.name) ?? '' }), {
        durationMs,
        connections: 1,
      }),
    )
    const [small = [], ...larger] = [...samples.values()]
    const results = larger.flatMap((of, index) => [
      resultOf(
        'growth',
        `${database} small read p50, ${places[index + 1]?.writes} / ${places[0]?.writes}`,
        '×',
        of.map(({ p50Ms }, round) => p50Ms / (small[round]?.p50Ms ?? Number.NaN)),
      ),
    ])
    return judge(
      results,
      results.map(({ measure }) => ({ measure, atMost: 1.15 })),
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

function profileRequest({ apiKey }: Pick<Service, 'apiKey'>): Request {
  return {
    path: '/user/get_profile',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"userId":"usr_demo_all"}',
    expectedStatus: 200,
  }
}

function start({ dataDir, databaseUrl }: Place): Promise<Service> {
  return startService({ dataDir, environment: { DATABASE_URL: databaseUrl } })
}
