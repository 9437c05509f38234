// Whether an ad costs as much in a report of 10,000 ads as in a report of 500.

import { measure, type Target } from '../measure.ts'
import { type RunSettings, startServiceWithAccounts } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Result, toResult } from '../report.ts'
import { buildInsightsBody, campaigns } from './insights.ts'

export async function runManyAds(pace: RunSettings): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startServiceWithAccounts('insights', startedTargets)
    const [platform] = startedTargets
    startedTargets.push(service)
    const measureCpuPerAd = async (ads: 500 | 10000, durationMs: number) => {
      await fetch(`${platform?.url}/bench/${ads === 500 ? 'few' : 'many'}`)
      const body = JSON.stringify(buildInsightsBody(campaigns[ads]))
      const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
      const request = { path: '/social/get_campaign_insights', headers, body, expectedStatus: 200 }
      const { cpuMicros } = await measure(service, () => request, { durationMs, connections: 1 })
      return cpuMicros / ads
    }
    // A report of 10,000 ads takes at least one second.
    const longMs = Math.max(pace.roundMs, 4000)
    await measureCpuPerAd(500, pace.warmUpMs)
    await measureCpuPerAd(10000, longMs)
    const ratios = await runQuietRounds(
      pace.rounds,
      async () => (await measureCpuPerAd(10000, longMs)) / (await measureCpuPerAd(500, pace.roundMs)),
    )
    const measureName = 'CPU per ad, 10,000 / 500'
    return applyGoals([toResult('manyAds', measureName, '×', ratios)], [{ measure: measureName, max: 1.15 }])
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}
