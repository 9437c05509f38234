// Whether an ad costs as much in a report of ten thousand as in one of five hundred.

import { calmRounds } from '../calm.ts'
import { measure, type Target } from '../measure.ts'
import { type Pace, startLinked } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'
import { campaigns, insightsBody } from './insights.ts'

export async function runManyAds(pace: Pace): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('insights', started)
    const [platform] = started
    started.push(service)
    const costOf = async (ads: 500 | 10000, durationMs: number) => {
      await fetch(`${platform?.url}/bench/${ads === 500 ? 'few' : 'many'}`)
      const body = JSON.stringify(insightsBody(campaigns[ads]))
      const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
      const request = { path: '/social/get_campaign_insights', headers, body, expectedStatus: 200 }
      const { cpuMicros } = await measure(service, () => request, { durationMs, connections: 1 })
      return cpuMicros / ads
    }
    // A report of ten thousand ads is waited for a second at least.
    const longMs = Math.max(pace.roundMs, 4000)
    await costOf(500, pace.warmUpMs)
    await costOf(10000, longMs)
    const ratios = await calmRounds(
      pace.rounds,
      async () => (await costOf(10000, longMs)) / (await costOf(500, pace.roundMs)),
    )
    const name = 'CPU per ad, 10,000 / 500'
    return judge([resultOf('manyAds', name, '×', ratios)], [{ measure: name, atMost: 1.15 }])
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}
