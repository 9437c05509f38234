// What more processes on one PostgreSQL bring: so many answers more, and what an answer then costs. Whoever asks, and the
// platform, run on the same machine and take their share of its cores.

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { makeDatabase } from '@adrail/server/testing/databases'
import { makeCluster } from '../../test/postgres.ts'
import {
  measure,
  newFolder,
  type Request,
  type Sample,
  type Service,
  startProgram,
  startService,
  type Target,
} from '../measure.ts'
import { inTurns, type Pace } from '../operations.ts'
import { printSamples, type Result, resultOf } from '../report.ts'
import { operationCase as posts } from './posts.ts'
import { operationCase as smallRead } from './smallRead.ts'

/** A crowd of processes is used as far as that many; all of them run all the time, so that only the use differs. */
const crowds = [1, 2, 4]

export async function runProcesses(pace: Pace): Promise<Result[]> {
  const cluster = makeCluster()
  if (!cluster) {
    console.log('\nNo PostgreSQL on this machine: several processes were not measured.')
    return []
  }
  await cluster.start()
  const dataDir = newFolder()
  const started: Target[] = []
  try {
    const platform = await startProgram('platform', 'platform.ts', 'posts')
    started.push(platform)
    const environment = {
      DATABASE_URL: (await makeDatabase(cluster.url)).url,
      SANDBOX_URL: platform.url,
    }
    const services: Service[] = []
    for (let index = 0; index < Math.max(...crowds); index++) {
      const service = await startService({ dataDir, environment })
      services.push(service)
      started.push(service)
    }
    const results: Result[] = []
    for (const { title, operation, body, bodies, expectedStatus } of [smallRead, posts]) {
      const headers = { 'x-api-key': services[0]?.apiKey ?? '', 'content-type': 'application/json' }
      const path = `/${operation}`
      const ask = async (asked: object) => {
        const options = { method: 'POST', headers, body: JSON.stringify(asked) }
        return await (await fetch(`${services[0]?.url}${path}`, options)).json()
      }
      const texts = ((await bodies?.(ask)) ?? [body]).map((asked) => JSON.stringify(asked))
      const next = (count: number): Request => ({
        path,
        headers,
        body: texts[count % texts.length] ?? '',
        expectedStatus,
      })
      results.push(...(await compareCrowds(title, services, pace, next)))
    }
    return results
  } finally {
    await Promise.all(started.map((target) => target.stop()))
    await cluster.stop()
    cluster.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compareCrowds(
  title: string,
  services: readonly Service[],
  pace: Pace,
  next: (count: number) => Request,
): Promise<Result[]> {
  const usedBy = new Map(crowds.map((count) => [nameOf(count), services.slice(0, count)]))
  const targets = [...usedBy].flatMap(([name, [first]]) => (first ? [{ ...first, name }] : []))
  const samples = await inTurns(targets, pace, async ({ name }, durationMs) => {
    const used = usedBy.get(name) ?? []
    const connections = pace.connections / used.length
    return addUp(
      await Promise.all(used.map((service) => measure(service, next, { durationMs, connections }))),
    )
  })
  printSamples(`${title}, several processes on ${availableParallelism()} cores`, samples)
  const [one = [], ...more] = [...samples.values()]
  return more.flatMap((many, index) => {
    const ratio = (what: string, member: keyof Sample) =>
      resultOf(
        'processes',
        `${title}: ${what}, ${crowds[index + 1]} / 1`,
        '×',
        many.map((sample, round) => sample[member] / (one[round]?.[member] ?? Number.NaN)),
      )
    return [ratio('throughput', 'perSecond'), ratio('CPU', 'cpuMicros')]
  })
}

function nameOf(count: number): string {
  return count === 1 ? '1 process' : `${count} processes`
}

/** As if they were one: what a request cost is weighed by how many each of them answered. */
function addUp(samples: readonly Sample[]): Sample {
  const perSecond = samples.reduce((sum, sample) => sum + sample.perSecond, 0)
  const weighed = (member: keyof Sample) =>
    samples.reduce((sum, sample) => sum + sample[member] * sample.perSecond, 0) / perSecond
  return {
    cpuMicros: weighed('cpuMicros'),
    perSecond,
    p50Ms: weighed('p50Ms'),
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
    mostMs: Math.max(...samples.map(({ mostMs }) => mostMs)),
    rssMiB: samples.reduce((sum, { rssMiB }) => sum + rssMiB, 0),
  }
}
