// The responses that callers get at several times the capacity, and during a flood of unauthenticated
// requests.

import { sampleReads } from '../../test/chaos/mixedTraffic.ts'
import { prepareFlood, runFlood } from '../crowd.ts'
import type { Flood, FloodReport } from '../flood.ts'
import { readCpuMicros, type Target } from '../measure.ts'
import { type Pace, startLinkedService } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Goal, type Result, toResult } from '../report.ts'

const calmConnections = 16
const floodConnections = 400
/** The requests of each flood. The cheaper a request, the larger the share of the work for rejections. */
const questionsByKind: Readonly<Record<string, Flood['questions']>> = {
  'reads of any day': sampleReads.map(([operation, body]) => toQuestion(operation, body)),
  posts: [toQuestion('social/get_page_posts', { userId: 'usr_demo_all', platform: 'SOCIAL_A' })],
}
const goals: readonly Goal[] = [
  { measure: 'goodput at 5 × capacity', min: 0.9 },
  { measure: 'refused p99 at 5 × capacity', max: 50 },
  { measure: 'good p99 beside a flood without a key', max: 1.5 },
]

export async function runOverload(pace: Pace): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startLinkedService('posts', startedTargets)
    startedTargets.push(service)
    const results: Result[] = []
    for (const [kind, questions] of Object.entries(questionsByKind)) {
      const goodTraffic: GoodTraffic = {
        url: service.url,
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        questions,
      }
      await runFlood({ ...goodTraffic, connections: calmConnections, durationMs: pace.warmUpMs })
      const roundResults = await runQuietRounds(pace.rounds, async () => ({
        ...(await measureOverload(service, goodTraffic, 2 * pace.roundMs)),
        ...(await measureAnonymousFlood(goodTraffic, 2 * pace.roundMs)),
      }))
      results.push(...toRoundResults(`overload, ${kind}`, roundResults))
    }
    return results
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}

type GoodTraffic = Omit<Flood, 'connections' | 'durationMs'>

function toQuestion(operation: string, body: object): Flood['questions'][number] {
  return { path: `/${operation}`, body: JSON.stringify(body) }
}

/** Measures the capacity first, then five times that load. */
async function measureOverload(service: Target, goodTraffic: GoodTraffic, durationMs: number) {
  // Drains the queues of the previous round.
  await runFlood({ ...goodTraffic, connections: 1, durationMs })
  const readCpu = () => readCpuMicros(service.pid)
  const startedAt = readCpu()
  const capacity = await runFlood({ ...goodTraffic, connections: calmConnections, durationMs })
  const calmMicros = readCpu() - startedAt
  const perSecond = successRate(capacity)
  const overloadReport = await runFlood({
    ...goodTraffic,
    connections: floodConnections,
    perSecond: 5 * perSecond,
    durationMs,
  })
  const crowdedMicros = readCpu() - startedAt - calmMicros
  return {
    capacity: perSecond,
    'goodput per processor time at 5 × capacity':
      successRate(overloadReport) / crowdedMicros / (perSecond / calmMicros),
    'goodput at 5 × capacity': successRate(overloadReport) / perSecond,
    'good p99 at 5 × capacity': p99ForStatus(overloadReport),
    'refused p99 at 5 × capacity': p99ForStatus(overloadReport, '503'),
    'not sent at 5 × capacity': overloadReport.latePerSecond,
  }
}

/**
 * Measures a quarter of the capacity, first undisturbed, then during a flood of requests for the largest
 * file.
 */
async function measureAnonymousFlood(goodTraffic: GoodTraffic, durationMs: number) {
  const capacity = successRate(await runFlood({ ...goodTraffic, connections: calmConnections, durationMs }))
  const quarterLoad = { ...goodTraffic, connections: calmConnections, perSecond: capacity / 4, durationMs }
  const undisturbed = await runFlood(quarterLoad)
  const scriptFlood = {
    ...goodTraffic,
    method: 'GET',
    headers: {},
    questions: [{ path: '/docs/js/scalar.js', body: '' }],
  }
  const [runQuarterLoad, runScriptFlood] = await Promise.all([prepareFlood(), prepareFlood()])
  const [disturbed] = await Promise.all([
    runQuarterLoad(quarterLoad),
    runScriptFlood({ ...scriptFlood, connections: 50, durationMs }),
  ])
  return {
    'good p99 beside a flood without a key': p99ForStatus(disturbed) / p99ForStatus(undisturbed),
    'good beside a flood without a key': successRate(disturbed) / (capacity / 4),
  }
}

function successRate({ byStatus }: FloodReport): number {
  return byStatus['200']?.perSecond ?? 0
}

function p99ForStatus({ byStatus }: FloodReport, status = '200'): number {
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
