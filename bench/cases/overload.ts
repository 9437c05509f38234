// What callers get when far more is asked than the process can do, and when strangers ask for what needs no key.

import { calmRounds } from '../calm.ts'
import { runFlood } from '../crowd.ts'
import type { Flood, FloodReport } from '../flood.ts'
import { cpuMicrosOf, type Target } from '../measure.ts'
import { type Pace, startLinked } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'

const calm = 16
const crowd = 400

export async function runOverload(pace: Pace): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('posts', started)
    started.push(service)
    const good: Omit<Flood, 'connections' | 'durationMs'> = {
      url: service.url,
      method: 'POST',
      path: '/social/get_page_posts',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'usr_demo_all', platform: 'SOCIAL_A' }),
    }
    await runFlood({ ...good, connections: calm, durationMs: pace.warmUpMs })
    const rounds = await calmRounds(pace.rounds, async () => {
      const durationMs = 2 * pace.roundMs
      // What an earlier round left in the queues is not this one's.
      await runFlood({ ...good, connections: 1, durationMs })
      const cpu = () => cpuMicrosOf(service.pid)
      const startedAt = cpu()
      const capacity = await runFlood({ ...good, connections: calm, durationMs })
      const calmMicros = cpu() - startedAt
      const perSecond = capacity.byStatus['200']?.perSecond ?? Number.NaN
      const over = await runFlood({ ...good, connections: crowd, perSecond: 5 * perSecond, durationMs })
      const crowdedMicros = cpu() - startedAt - calmMicros
      const goodOver = over.byStatus['200']?.perSecond ?? 0

      const some = { ...good, connections: calm, perSecond: perSecond / 4, durationMs }
      const alone = await runFlood(some)
      const script = { ...good, method: 'GET', path: '/docs/js/scalar.js', headers: {}, body: '' }
      const [beside] = await Promise.all([
        runFlood(some),
        runFlood({ ...script, connections: 50, durationMs }),
      ])
      const p99Of = ({ byStatus }: FloodReport, status = '200') => byStatus[status]?.p99Ms ?? Number.NaN
      return {
        capacity: perSecond,
        'goodput per processor time at 5 × capacity': goodOver / crowdedMicros / (perSecond / calmMicros),
        'goodput at 5 × capacity': goodOver / perSecond,
        'good p99 at 5 × capacity': p99Of(over),
        'refused p99 at 5 × capacity': p99Of(over, '503'),
        'not sent at 5 × capacity': over.latePerSecond,
        'good p99 beside a flood without a key': p99Of(beside) / p99Of(alone),
        'good beside a flood without a key': (beside.byStatus['200']?.perSecond ?? 0) / (perSecond / 4),
      }
    })
    const units: Readonly<Record<string, string>> = {
      capacity: '/s',
      'good p99 at 5 × capacity': 'ms',
      'refused p99 at 5 × capacity': 'ms',
      'not sent at 5 × capacity': '/s',
    }
    return judge(
      namesOf(rounds).map((measure) =>
        resultOf(
          'overload',
          measure,
          units[measure] ?? '×',
          rounds.map((round) => round[measure]),
        ),
      ),
      [
        { measure: 'goodput at 5 × capacity', atLeast: 0.9 },
        { measure: 'refused p99 at 5 × capacity', atMost: 50 },
        { measure: 'good p99 beside a flood without a key', atMost: 1.5 },
      ],
    )
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}

function namesOf<Measure extends string>(rounds: readonly Readonly<Record<Measure, number>>[]): Measure[] {
  // All rounds measure the same.
  return Object.keys(rounds[0] ?? {}) as Measure[]
}
