// What callers get when far more is asked than the process can do, and when strangers ask for what needs no key.

import { runFlood } from '../crowd.ts'
import type { Flood } from '../flood.ts'
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
    const rounds: Record<string, number[]> = {}
    const note = (measure: string, value: number) => {
      rounds[measure] = [...(rounds[measure] ?? []), value]
    }
    for (let round = 0; round < pace.rounds; round++) {
      const durationMs = 2 * pace.roundMs
      // What an earlier round left in the queues is not this one's.
      await runFlood({ ...good, connections: 1, durationMs })
      const cpu = () => cpuMicrosOf(service.pid)
      const startedAt = cpu()
      const capacity = await runFlood({ ...good, connections: calm, durationMs })
      const calmMicros = cpu() - startedAt
      const perSecond = capacity.byStatus['200']?.perSecond ?? Number.NaN
      note('capacity', perSecond)
      const over = await runFlood({ ...good, connections: crowd, perSecond: 5 * perSecond, durationMs })
      const crowdedMicros = cpu() - startedAt - calmMicros
      const goodOver = over.byStatus['200']?.perSecond ?? 0
      note('goodput per processor time at 5 × capacity', goodOver / crowdedMicros / (perSecond / calmMicros))
      note('goodput at 5 × capacity', (over.byStatus['200']?.perSecond ?? 0) / perSecond)
      note('good p99 at 5 × capacity', over.byStatus['200']?.p99Ms ?? Number.NaN)
      note('refused p99 at 5 × capacity', over.byStatus['503']?.p99Ms ?? Number.NaN)
      note('not sent at 5 × capacity', over.latePerSecond)

      const some = { ...good, connections: calm, perSecond: perSecond / 4, durationMs }
      const alone = await runFlood(some)
      const script = { ...good, method: 'GET', path: '/docs/js/scalar.js', headers: {}, body: '' }
      const [beside] = await Promise.all([
        runFlood(some),
        runFlood({ ...script, connections: 50, durationMs }),
      ])
      note(
        'good p99 beside a flood without a key',
        (beside.byStatus['200']?.p99Ms ?? Number.NaN) / (alone.byStatus['200']?.p99Ms ?? Number.NaN),
      )
      note('good beside a flood without a key', (beside.byStatus['200']?.perSecond ?? 0) / (perSecond / 4))
    }
    const units: Readonly<Record<string, string>> = {
      capacity: '/s',
      'good p99 at 5 × capacity': 'ms',
      'refused p99 at 5 × capacity': 'ms',
      'not sent at 5 × capacity': '/s',
    }
    return judge(
      Object.entries(rounds).map(([measure, values]) =>
        resultOf('overload', measure, units[measure] ?? '×', values),
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
