// The responses that callers get at several times the capacity, and during a flood of unauthenticated
// requests.

import { sampleReads } from '../../test/chaos/mixedTraffic.ts'
import { prepareFlood, runFlood } from '../crowd.ts'
import type { Flood, FloodReport } from '../flood.ts'
import { readCpuMicros, type Target } from '../measure.ts'
import { type RunSettings, startServiceWithAccounts } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Goal, type Result, toResult } from '../report.ts'

const capacityConnections = 16
const floodConnections = 400
/** The requests by kind. Rejections are a larger share of the service's work when requests are cheap. */
const requestsByKind: Readonly<Record<string, Flood['requests']>> = {
  'reads of any day': sampleReads.map(([operation, body]) => toRequest(operation, body)),
  posts: [toRequest('social/get_page_posts', { userId: 'usr_demo_all', platform: 'SOCIAL_A' })],
}
const goals: readonly Goal[] = [
  { measure: 'goodput at 5 × capacity', min: 0.9 },
  { measure: 'refused p99 at 5 × capacity', max: 50 },
  { measure: 'good p99 beside a flood without a key', max: 1.5 },
]

export async function runOverload(pace: RunSettings): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startServiceWithAccounts('posts', startedTargets)
    startedTargets.push(service)
    const results: Result[] = []
    for (const [kind, requests] of Object.entries(requestsByKind)) {
      const authenticatedTraffic: AuthenticatedTraffic = {
        url: service.url,
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        requests,
      }
      await runFlood({ ...authenticatedTraffic, connections: capacityConnections, durationMs: pace.warmUpMs })
      const roundResults = await runQuietRounds(pace.rounds, async () => ({
        ...(await measureOverload(service, authenticatedTraffic, 2 * pace.roundMs)),
        ...(await measureAnonymousFlood(authenticatedTraffic, 2 * pace.roundMs)),
      }))
      results.push(...toRoundResults(`overload, ${kind}`, roundResults))
    }
    return results
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}

type AuthenticatedTraffic = Omit<Flood, 'connections' | 'durationMs'>

function toRequest(operation: string, body: object): Flood['requests'][number] {
  return { path: `/${operation}`, body: JSON.stringify(body) }
}

/** Measures the capacity first, then five times that load. */
async function measureOverload(
  service: Target,
  authenticatedTraffic: AuthenticatedTraffic,
  durationMs: number,
) {
  // Under the load of one connection, the service drains the queues of the previous round.
  await runFlood({ ...authenticatedTraffic, connections: 1, durationMs })
  const readCpu = () => readCpuMicros(service.pid)
  const cpuMicrosBefore = readCpu()
  const capacityReport = await runFlood({
    ...authenticatedTraffic,
    connections: capacityConnections,
    durationMs,
  })
  const capacityCpuMicros = readCpu() - cpuMicrosBefore
  const capacityPerSecond = getGoodput(capacityReport)
  const overloadReport = await runFlood({
    ...authenticatedTraffic,
    connections: floodConnections,
    perSecond: 5 * capacityPerSecond,
    durationMs,
  })
  const overloadCpuMicros = readCpu() - cpuMicrosBefore - capacityCpuMicros
  return {
    capacity: capacityPerSecond,
    'goodput per processor time at 5 × capacity':
      getGoodput(overloadReport) / overloadCpuMicros / (capacityPerSecond / capacityCpuMicros),
    'goodput at 5 × capacity': getGoodput(overloadReport) / capacityPerSecond,
    'good p99 at 5 × capacity': getP99Ms(overloadReport),
    'refused p99 at 5 × capacity': getP99Ms(overloadReport, '503'),
    'not sent at 5 × capacity': overloadReport.unsentPerSecond,
  }
}

/**
 * Measures a quarter of the capacity, first undisturbed, then during a flood of requests for the largest
 * file.
 */
async function measureAnonymousFlood(authenticatedTraffic: AuthenticatedTraffic, durationMs: number) {
  const capacityPerSecond = getGoodput(
    await runFlood({ ...authenticatedTraffic, connections: capacityConnections, durationMs }),
  )
  const quarterLoad = {
    ...authenticatedTraffic,
    connections: capacityConnections,
    perSecond: capacityPerSecond / 4,
    durationMs,
  }
  const quietReport = await runFlood(quarterLoad)
  const staticFileFlood = {
    ...authenticatedTraffic,
    method: 'GET',
    headers: {},
    requests: [{ path: '/docs/js/scalar.js', body: '' }],
  }
  const [runQuarterLoad, runStaticFileFlood] = await Promise.all([prepareFlood(), prepareFlood()])
  const [disturbedReport] = await Promise.all([
    runQuarterLoad(quarterLoad),
    runStaticFileFlood({ ...staticFileFlood, connections: 50, durationMs }),
  ])
  return {
    'good p99 beside a flood without a key': getP99Ms(disturbedReport) / getP99Ms(quietReport),
    'good beside a flood without a key': getGoodput(disturbedReport) / (capacityPerSecond / 4),
  }
}

function getGoodput({ byStatus }: FloodReport): number {
  return byStatus['200']?.perSecond ?? 0
}

function getP99Ms({ byStatus }: FloodReport, status = '200'): number {
  return byStatus[status]?.p99Ms ?? Number.NaN
}

const units: Readonly<Record<string, string>> = {
  capacity: '/s',
  'good p99 at 5 × capacity': 'ms',
  'refused p99 at 5 × capacity': 'ms',
  'not sent at 5 × capacity': '/s',
}

function toRoundResults<Measure extends string>(
  name: string,
  roundResults: readonly Readonly<Record<Measure, number>>[],
): Result[] {
  // All rounds have the same measures.
  const measures = Object.keys(roundResults[0] ?? {}) as Measure[]
  const results = measures.map((measure) =>
    toResult(
      name,
      measure,
      units[measure] ?? '×',
      roundResults.map((round) => round[measure]),
    ),
  )
  return applyGoals(results, goals)
}
