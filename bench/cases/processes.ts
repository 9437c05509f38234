// The gain of more processes on one PostgreSQL: the throughput, and the cost of a response. The callers and
// the platform run on the same machine and use a share of its cores.

import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createDatabase } from '@adrail/server/testing/databases'
import { makeCluster } from '../../test/postgres.ts'
import {
  createTempFolder,
  measure,
  type Request,
  type Sample,
  type Service,
  startProgram,
  startService,
  type Target,
} from '../measure.ts'
import { type RunSettings, runInterleaved } from '../operations.ts'
import { printSamples, type Result, toResult } from '../report.ts'
import { operationCase as posts } from './posts.ts'
import { operationCase as smallRead } from './smallRead.ts'

/**
 * The numbers of processes that receive requests. All processes run all the time, so that only their use
 * differs.
 */
const processCounts = [1, 2, 4]

export async function runProcesses(pace: RunSettings): Promise<Result[]> {
  const cluster = makeCluster()
  if (!cluster) {
    console.log('\nNo PostgreSQL on this machine: several processes were not measured.')
    return []
  }
  await cluster.start()
  const dataDir = createTempFolder()
  const startedTargets: Target[] = []
  try {
    const platform = await startProgram('platform', 'platform.ts', 'posts')
    startedTargets.push(platform)
    const environment = {
      DATABASE_URL: (await createDatabase(cluster.url)).url,
      SANDBOX_URL: platform.url,
    }
    const services: Service[] = []
    for (let index = 0; index < Math.max(...processCounts); index++) {
      const service = await startService({ dataDir, environment })
      services.push(service)
      startedTargets.push(service)
    }
    const results: Result[] = []
    for (const { title, operation, body, bodies, expectedStatus } of [smallRead, posts]) {
      const headers = { 'x-api-key': services[0]?.apiKey ?? '', 'content-type': 'application/json' }
      const path = `/${operation}`
      const send = async (requestBody: object) => {
        const options = { method: 'POST', headers, body: JSON.stringify(requestBody) }
        return await (await fetch(`${services[0]?.url}${path}`, options)).json()
      }
      const bodyTexts = ((await bodies?.(send)) ?? [body]).map((requestBody) => JSON.stringify(requestBody))
      const nextRequest = (count: number): Request => ({
        path,
        headers,
        body: bodyTexts[count % bodyTexts.length] ?? '',
        expectedStatus,
      })
      results.push(...(await compareProcessCounts(title, services, pace, nextRequest)))
    }
    return results
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
    await cluster.stop()
    cluster.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function compareProcessCounts(
  title: string,
  services: readonly Service[],
  pace: RunSettings,
  nextRequest: (count: number) => Request,
): Promise<Result[]> {
  const servicesByName = new Map(
    processCounts.map((count) => [formatProcessCount(count), services.slice(0, count)]),
  )
  const targets = [...servicesByName].flatMap(([name, [first]]) => (first ? [{ ...first, name }] : []))
  const samples = await runInterleaved(targets, pace, async ({ name }, durationMs) => {
    const activeServices = servicesByName.get(name) ?? []
    const connections = pace.connections / activeServices.length
    return combineSamples(
      await Promise.all(
        activeServices.map((service) => measure(service, nextRequest, { durationMs, connections })),
      ),
    )
  })
  printSamples(`${title}, several processes on ${availableParallelism()} cores`, samples)
  const [baselineSamples = [], ...otherSamples] = [...samples.values()]
  return otherSamples.flatMap((roundSamples, index) => {
    const toRatio = (label: string, field: keyof Sample) =>
      toResult(
        'processes',
        `${title}: ${label}, ${processCounts[index + 1]} / 1`,
        '×',
        roundSamples.map((sample, round) => sample[field] / (baselineSamples[round]?.[field] ?? Number.NaN)),
      )
    return [toRatio('throughput', 'perSecond'), toRatio('CPU', 'cpuMicros')]
  })
}

function formatProcessCount(count: number): string {
  return count === 1 ? '1 process' : `${count} processes`
}

/** Combines the samples of several processes. Costs and latencies are weighted by throughput. */
function combineSamples(samples: readonly Sample[]): Sample {
  const perSecond = samples.reduce((sum, sample) => sum + sample.perSecond, 0)
  const computeWeightedMean = (field: keyof Sample) =>
    samples.reduce((sum, sample) => sum + sample[field] * sample.perSecond, 0) / perSecond
  return {
    cpuMicros: computeWeightedMean('cpuMicros'),
    perSecond,
    p50Ms: computeWeightedMean('p50Ms'),
    p99Ms: Math.max(...samples.map(({ p99Ms }) => p99Ms)),
    maxMs: Math.max(...samples.map(({ maxMs }) => maxMs)),
    rssMiB: samples.reduce((sum, { rssMiB }) => sum + rssMiB, 0),
  }
}
