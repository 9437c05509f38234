// What callers get when far more is asked than the process can do, and when strangers ask for what needs no key.

import { everydayReads } from '../../test/chaos/everyday.ts'
import { calmRounds } from '../calm.ts'
import { prepareFlood, runFlood } from '../crowd.ts'
import type { Flood, FloodReport } from '../flood.ts'
import { cpuMicrosOf, type Target } from '../measure.ts'
import { type Pace, startLinked } from '../operations.ts'
import { type Goal, judge, type Result, resultOf } from '../report.ts'

const calm = 16
const crowd = 400
/** What is asked for: the less it costs, the more of the whole goes into refusing others. */
const kinds: Readonly<Record<string, Flood['questions']>> = {
  'reads of any day': everydayReads.map(([operation, body]) => questionOf(operation, body)),
  posts: [questionOf('social/get_page_posts', { userId: 'usr_demo_all', platform: 'SOCIAL_A' })],
}
const goals: readonly Goal[] = [
  { measure: 'goodput at 5 × capacity', atLeast: 0.9 },
  { measure: 'refused p99 at 5 × capacity', atMost: 50 },
  { measure: 'good p99 beside a flood without a key', atMost: 1.5 },
]

export async function runOverload(pace: Pace): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('posts', started)
    started.push(service)
    const results: Result[] = []
    for (const [kind, questions] of Object.entries(kinds)) {
      const good: Good = {
        url: service.url,
        method: 'POST',
        headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
        questions,
      }
      await runFlood({ ...good, connections: calm, durationMs: pace.warmUpMs })
      const rounds = await calmRounds(pace.rounds, async () => ({
        ...(await askForTooMuch(service, good, 2 * pace.roundMs)),
        ...(await askWithoutKey(good, 2 * pace.roundMs)),
      }))
      results.push(...judgeRounds(`overload, ${kind}`, rounds))
    }
    return results
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}

type Good = Omit<Flood, 'connections' | 'durationMs'>

function questionOf(operation: string, body: object): Flood['questions'][number] {
  return { path: `/${operation}`, body: JSON.stringify(body) }
}

/** First as much as the service can do, then five times that. */
async function askForTooMuch(service: Target, good: Good, durationMs: number) {
  // What an earlier round left in the queues is not this one's.
  await runFlood({ ...good, connections: 1, durationMs })
  const cpu = () => cpuMicrosOf(service.pid)
  const startedAt = cpu()
  const capacity = await runFlood({ ...good, connections: calm, durationMs })
  const calmMicros = cpu() - startedAt
  const perSecond = perSecondOf(capacity)
  const over = await runFlood({ ...good, connections: crowd, perSecond: 5 * perSecond, durationMs })
  const crowdedMicros = cpu() - startedAt - calmMicros
  return {
    capacity: perSecond,
    'goodput per processor time at 5 × capacity':
      perSecondOf(over) / crowdedMicros / (perSecond / calmMicros),
    'goodput at 5 × capacity': perSecondOf(over) / perSecond,
    'good p99 at 5 × capacity': p99Of(over),
    'refused p99 at 5 × capacity': p99Of(over, '503'),
    'not sent at 5 × capacity': over.latePerSecond,
  }
}

/** A quarter of what the service can do, alone, and while strangers ask for its largest file again and again. */
async function askWithoutKey(good: Good, durationMs: number) {
  const capacity = perSecondOf(await runFlood({ ...good, connections: calm, durationMs }))
  const some = { ...good, connections: calm, perSecond: capacity / 4, durationMs }
  const alone = await runFlood(some)
  const script = {
    ...good,
    method: 'GET',
    headers: {},
    questions: [{ path: '/docs/js/scalar.js', body: '' }],
  }
  const [askSome, askForScript] = await Promise.all([prepareFlood(), prepareFlood()])
  const [beside] = await Promise.all([
    askSome(some),
    askForScript({ ...script, connections: 50, durationMs }),
  ])
  return {
    'good p99 beside a flood without a key': p99Of(beside) / p99Of(alone),
    'good beside a flood without a key': perSecondOf(beside) / (capacity / 4),
  }
}

function perSecondOf({ byStatus }: FloodReport): number {
  return byStatus['200']?.perSecond ?? 0
}

function p99Of({ byStatus }: FloodReport, status = '200'): number {
  return byStatus[status]?.p99Ms ?? Number.NaN
}

const units: Readonly<Record<string, string>> = {
  capacity: '/s',
  'good p99 at 5 × capacity': 'ms',
  'refused p99 at 5 × capacity': 'ms',
  'not sent at 5 × capacity': '/s',
}

function judgeRounds<Measure extends string>(
  name: string,
  rounds: readonly Readonly<Record<Measure, number>>[],
): Result[] {
  // All rounds measure the same.
  const measures = Object.keys(rounds[0] ?? {}) as Measure[]
  const seen = measures.map((measure) =>
    resultOf(
      name,
      measure,
      units[measure] ?? '×',
      rounds.map((round) => round[measure]),
    ),
  )
  return judge(seen, goals)
}
