// How long one request can keep all others waiting: how long small reads wait at most while it is worked on.

import { calmRounds } from '../calm.ts'
import { runFlood } from '../crowd.ts'
import { measure, type Request, type Service, type Target } from '../measure.ts'
import { type Pace, startLinked } from '../operations.ts'
import { judge, type Result, resultOf } from '../report.ts'
import { campaigns, insightsBody } from './insights.ts'

/** As large as a body may be, and wrong in as many places as it has room for. */
const hostile = `{"userId":"usr_demo_all","keywords":[${Array.from(
  { length: 7400 },
  () => '{"text":"\\u0007","match_type":"E"}',
).join(',')}]}`

export async function runStall(pace: Pace): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('insights', started)
    const [platform] = started
    started.push(service)
    await fetch(`${platform?.url}/bench/many`)
    const disturbances = {
      nothing: undefined,
      'insights of 10,000 ads': {
        path: '/social/get_campaign_insights',
        body: JSON.stringify(insightsBody(campaigns[10000])),
      },
      'a hostile body of 256 kB': { path: '/search/create_search_campaign', body: hostile },
    }
    const results: Result[] = []
    for (const [name, disturbance] of Object.entries(disturbances)) {
      const longestWait = () => waitBeside(service, disturbance, Math.max(pace.roundMs, 4000))
      // The first one is for the code, which is slow until it was used.
      await longestWait()
      const waits = await calmRounds(pace.rounds, longestWait)
      results.push(resultOf('stall', `longest wait beside ${name}`, 'ms', waits))
    }
    return judge(
      results,
      results.slice(1).map(({ measure: of }) => ({ measure: of, atMost: 50 })),
    )
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}

/** Somebody asks for one thing again and again; how long the slowest small read took meanwhile. */
async function waitBeside(
  service: Service,
  disturbance: { readonly path: string; readonly body: string } | undefined,
  durationMs: number,
): Promise<number> {
  const { headers } = smallRead(service)
  const asked = { url: service.url, method: 'POST', headers, connections: 1, durationMs }
  const [{ mostMs }] = await Promise.all([
    measure(service, () => smallRead(service), { durationMs, connections: 1 }),
    disturbance && runFlood({ ...asked, questions: [disturbance] }),
  ])
  return mostMs
}

function smallRead({ apiKey }: Service): Request {
  return {
    path: '/user/get_profile',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: '{"userId":"usr_demo_all"}',
    expectedStatus: 200,
  }
}
