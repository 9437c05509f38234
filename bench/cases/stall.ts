// How long one expensive request delays all others: the longest wait of small reads during such a request.

import { runFlood } from '../crowd.ts'
import { measure, type Request, type Service, type Target } from '../measure.ts'
import { type RunSettings, startServiceWithAccounts } from '../operations.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Result, toResult } from '../report.ts'
import { buildInsightsBody, campaigns } from './insights.ts'

/** A body of the maximum size with as many violations as fit. */
const hostileBody = `{"userId":"usr_demo_all","keywords":[${Array.from(
  { length: 7400 },
  () => '{"text":"\\u0007","match_type":"E"}',
).join(',')}]}`

export async function runStall(pace: RunSettings): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startServiceWithAccounts('insights', startedTargets)
    const [platform] = startedTargets
    startedTargets.push(service)
    await fetch(`${platform?.url}/bench/many`)
    const disturbances = {
      nothing: undefined,
      'insights of 10,000 ads': {
        path: '/social/get_campaign_insights',
        body: JSON.stringify(buildInsightsBody(campaigns[10000])),
      },
      'a hostile body of 256 kB': { path: '/search/create_search_campaign', body: hostileBody },
    }
    const results: Result[] = []
    for (const [name, disturbance] of Object.entries(disturbances)) {
      const measureRound = () => measureLongestWait(service, disturbance, Math.max(pace.roundMs, 4000))
      // The first measurement warms up the code.
      await measureRound()
      const waits = await runQuietRounds(pace.rounds, measureRound)
      results.push(toResult('stall', `longest wait beside ${name}`, 'ms', waits))
    }
    return applyGoals(
      results,
      results.slice(1).map(({ measure: name }) => ({ measure: name, max: 50 })),
    )
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}

/** Returns the longest latency of a small read while another caller repeats the disturbing request. */
async function measureLongestWait(
  service: Service,
  disturbance: { readonly path: string; readonly body: string } | undefined,
  durationMs: number,
): Promise<number> {
  const { headers } = createSmallRead(service)
  const floodOptions = { url: service.url, method: 'POST', headers, connections: 1, durationMs }
  const [{ maxMs }] = await Promise.all([
    measure(service, () => createSmallRead(service), { durationMs, connections: 1 }),
    disturbance && runFlood({ ...floodOptions, requests: [disturbance] }),
  ])
  return maxMs
}

function createSmallRead({ apiKey }: Service): Request {
  return {
    path: '/user/get_profile',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"userId":"usr_demo_all"}',
    expectedStatus: 200,
  }
}
