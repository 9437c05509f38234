// Two processes are replaced one after the other under load, behind a load balancer that polls `/readyz`.

import {
  leadForm,
  noLimits,
  type ServiceProcess,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  withStore,
} from '@adrail/server/testing'
import { Pool } from 'undici'
import { expect, onTestFinished, test, vi } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const userId = 'usr_demo_all'

/** Callers create a user, read, or write at a platform. */
const requests = [
  (name: string) => ['user/create_user', { name }] as const,
  () => ['social/get_campaigns', { userId }] as const,
  (name: string) => ['search/create_lead_form', { userId, ...leadForm, name }] as const,
]

interface Backend {
  readonly service: ServiceProcess
  readonly pool: Pool
}

test.skipIf(testDatabaseUrl() === '')(
  'processes that are stopped one after the other fail no request, and leave no unfinished operation',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const begin = async (): Promise<Backend> => {
      const service = await start(place, {
        SANDBOX_URL: sandbox.url,
        ...noLimits,
        // docs/deploying.md recommends some seconds, because a load balancer on a busy machine may poll late.
        DRAIN_MS: '3000',
      })
      const pool = new Pool(service.url, { connections: 16 })
      onTestFinished(() => pool.destroy())
      return { service, pool }
    }
    const backends = await Promise.all([begin(), begin()])
    const apiKey = (await backends[0]?.service.readDemoKey()) ?? ''

    let [requestCount, responseCount, isStopped] = [0, 0, false]
    onTestFinished(() => {
      isStopped = true
    })
    const failures: string[] = []
    const work = async (client: number) => {
      for (let count = 0; !isStopped; count++) {
        const [operation, body] = requests[client % requests.length]?.(`Load ${client} ${count}`) ?? []
        try {
          const response = await backends[requestCount++ % backends.length]?.pool.request({
            method: 'POST',
            path: `/${operation}`,
            headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          const text = (await response?.body.text()) ?? ''
          // An overloaded machine rejects requests even without restarts.
          if (text.includes('"OVERLOADED"')) continue
          if (response?.statusCode === 200) responseCount += 1
          else failures.push(`${operation}: ${response?.statusCode} ${text.slice(0, 200)}`)
        } catch (error) {
          failures.push(`${operation}: ${String(error)}`)
        }
      }
    }
    const working = Promise.all(Array.from({ length: 8 }, (_, client) => work(client)))

    const stops = proofSize(2, 100)
    let longest = 0
    for (let stop = 0; stop < stops; stop++) {
      const enough = responseCount + 100
      await expect.poll(() => responseCount).toBeGreaterThan(enough)
      backends.push(await begin())
      const [oldest] = backends
      oldest?.service.kill('SIGTERM')
      const signaledAt = performance.now()
      // The load balancer sees that the process is not ready and stops sending new requests.
      await expect.poll(() => readinessOf(oldest), { interval: 20 }).toBe(503)
      backends.shift()
      expect(await oldest?.service.exit).toBe(0)
      longest = Math.max(longest, secondsSince(signaledAt))
    }
    isStopped = true
    await working
    expect(failures).toEqual([])
    await withStore(place, async ({ db }) => {
      const open = db.selectFrom('operations').select('id').where('state', 'not in', ['SUCCEEDED', 'FAILED'])
      expect(await open.execute()).toEqual([])
    })
    reportProof('T20', {
      stops,
      requests: responseCount,
      failed: failures.length,
      longestStopSeconds: longest,
    })
  },
)

async function readinessOf(backend: Backend | undefined): Promise<number | string | undefined> {
  const pendingRequest = backend?.pool.request({ path: '/readyz', method: 'GET' })
  return await pendingRequest?.then(
    ({ statusCode }) => statusCode,
    () => 'no response',
  )
}
