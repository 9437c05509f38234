// Whether the service stays fast while its tables grow: the store functions, the start, a small read, and the
// longest wait of a caller while the service deletes old writes.

import { rmSync } from 'node:fs'
import { createDatabase, growDatabase, measureStoreTimes } from '@adrail/server/testing/databases'
import { makeCluster } from '../../test/postgres.ts'
import { createTempFolder, measure, quantile, type Request, type Service, startService } from '../measure.ts'
import { type RunSettings, runInterleaved } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Result, toResult } from '../report.ts'

interface GrownDatabase {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly writes: number
}

export async function runGrowth(pace: RunSettings, sizes: readonly number[]): Promise<Result[]> {
  const results = await measureGrowth('sqlite', '', pace, sizes)
  const cluster = makeCluster()
  if (!cluster) {
    console.log('\nNo PostgreSQL on this machine: growth was measured on SQLite alone.')
    return results
  }
  await cluster.start()
  try {
    return [...results, ...(await measureGrowth('postgres', cluster.url, pace, sizes))]
  } finally {
    await cluster.stop()
    cluster.remove()
  }
}

async function measureGrowth(
  database: string,
  serverUrl: string,
  pace: RunSettings,
  sizes: readonly number[],
): Promise<Result[]> {
  const databases: GrownDatabase[] = []
  try {
    for (const writes of sizes) databases.push(await createGrownDatabase(serverUrl, writes))
    return [
      ...(await timeStoreFunctions(database, databases)),
      ...(await timePruning(database, databases)),
      ...(await timeStarts(database, databases)),
      ...(await timeSmallReads(database, databases, pace)),
    ]
  } finally {
    for (const { dataDir } of databases) rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Creates the writes and a tenth as many users. A tenth of the writes is old enough for deletion at the next
 * start.
 */
async function createGrownDatabase(serverUrl: string, writes: number): Promise<GrownDatabase> {
  const grownDatabase = { dataDir: createTempFolder(), databaseUrl: (await createDatabase(serverUrl)).url }
  const startedAt = performance.now()
  await growDatabase(
    grownDatabase,
    { users: writes / 10, writes, keys: writes / 10, oldWrites: writes / 10 },
    Date.now(),
  )
  console.log(`${writes} writes were made in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  return { ...grownDatabase, writes }
}

/** Functions that read all secrets. They run only on an operator's request. */
const onDemandFunctions = ['listEncryptedByOtherKeys', 'findAnyEncrypted', 'replaceEncrypted']
/** Below this duration, cache effects of small tables and the noise of the machine dominate. */
const minNoticeableMs = 0.5

async function timeStoreFunctions(database: string, databases: readonly GrownDatabase[]): Promise<Result[]> {
  const [baseTimes, ...largerTimes] = await measureStoreTimes(databases, 20)
  return largerTimes.flatMap((times, index) => {
    const ratios = [...times]
      .filter(([name]) => !onDemandFunctions.includes(name))
      .map(([name, durations]) => {
        const medianMs = median(durations)
        return { name, medianMs, ratio: medianMs / median(baseTimes?.get(name) ?? []) }
      })
      .sort((a, b) => a.ratio - b.ratio)
    const dueRatio = ratios.find(({ name }) => name === 'listDueEntries')?.ratio ?? Number.NaN
    const maxGrowthFunction = ratios.findLast(({ medianMs }) => medianMs >= minNoticeableMs)
    const sizes = `${databases[index + 1]?.writes} / ${databases[0]?.writes}`
    const createResult = (label: string, values: readonly number[]) =>
      toResult('growth', `${database} ${label}, ${sizes}`, '×', values)
    const results = [
      createResult(
        'store functions',
        ratios.map(({ ratio }) => ratio),
      ),
      // The median over all functions would hide a single function that grows.
      ...(maxGrowthFunction
        ? [
            createResult(`the one over ${minNoticeableMs} ms that grows most (${maxGrowthFunction.name})`, [
              maxGrowthFunction.ratio,
            ]),
          ]
        : []),
      createResult('what is due in the journal', [dueRatio]),
    ]
    return applyGoals(
      results,
      results.map(({ measure }) => ({ measure, max: 1.3 })),
    )
  })
}

function median(times: readonly number[]): number {
  return quantile(
    [...times].sort((a, b) => a - b),
    0.5,
  )
}

/** Measures from the first start, which also creates the demo users, until the old writes are deleted. */
async function timePruning(database: string, databases: readonly GrownDatabase[]): Promise<Result[]> {
  const results: Result[] = []
  for (const grownDatabase of databases) {
    const service = await startOn(grownDatabase)
    // Warms up the code.
    await measure(service, () => createProfileRequest(service), { durationMs: 1000, connections: 1 })
    const { maxMs } = await measure(service, () => createProfileRequest(service), {
      durationMs: 10_000,
      connections: 1,
    })
    await service.stop()
    results.push(
      toResult('growth', `${database} longest wait while forgetting, ${grownDatabase.writes}`, 'ms', [maxMs]),
    )
  }
  return applyGoals(
    results,
    results.map(({ measure }) => ({ measure, max: 50 })),
  )
}

async function timeStarts(database: string, databases: readonly GrownDatabase[]): Promise<Result[]> {
  const results: Result[] = []
  for (const grownDatabase of databases) {
    const durations = await runQuietRounds(3, async () => {
      const startedAt = performance.now()
      const service = await startOn(grownDatabase)
      const seconds = (performance.now() - startedAt) / 1000
      await service.stop()
      return seconds
    })
    results.push(toResult('growth', `${database} start, ${grownDatabase.writes}`, 's', durations))
  }
  return applyGoals(
    results,
    results.map(({ measure }) => ({ measure, max: 1.5 })),
  )
}

/** Concurrent background work is equal for all targets. Only the table sizes differ. */
async function timeSmallReads(
  database: string,
  databases: readonly GrownDatabase[],
  pace: RunSettings,
): Promise<Result[]> {
  const services: Service[] = []
  try {
    for (const grownDatabase of databases)
      services.push({ ...(await startOn(grownDatabase)), name: `${database} ${grownDatabase.writes}` })
    const apiKeysByName = new Map(services.map(({ name, apiKey }) => [name, apiKey]))
    const samples = await runInterleaved(services, pace, (target, durationMs) =>
      measure(target, () => createProfileRequest({ apiKey: apiKeysByName.get(target.name) ?? '' }), {
        durationMs,
        connections: 1,
      }),
    )
    const [baseSamples = [], ...largerSamples] = [...samples.values()]
    const results = largerSamples.flatMap((roundSamples, index) => [
      toResult(
        'growth',
        `${database} small read p50, ${databases[index + 1]?.writes} / ${databases[0]?.writes}`,
        '×',
        roundSamples.map(({ p50Ms }, round) => p50Ms / (baseSamples[round]?.p50Ms ?? Number.NaN)),
      ),
    ])
    return applyGoals(
      results,
      results.map(({ measure }) => ({ measure, max: 1.15 })),
    )
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

function createProfileRequest({ apiKey }: Pick<Service, 'apiKey'>): Request {
  return {
    path: '/user/get_profile',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"userId":"usr_demo_all"}',
    expectedStatus: 200,
  }
}

function startOn({ dataDir, databaseUrl }: GrownDatabase): Promise<Service> {
  return startService({ dataDir, environment: { DATABASE_URL: databaseUrl } })
}
