import { expect, onTestFinished, test } from 'vitest'
import { makeCluster } from '../../../../test/postgres.ts'
import { post, useProcesses } from '../../testing/processes.ts'
import { testDatabase } from '../../testing/service.ts'

const { newPlace, start } = useProcesses()

// The embedded database lives and dies with the process.
test.skipIf(testDatabase() === '')(
  'a PostgreSQL that goes away and comes back takes no process with it',
  async () => {
    const cluster = makeCluster()
    if (!cluster) throw new Error('There is no PostgreSQL, though this project runs on it.')
    onTestFinished(async () => {
      await cluster.stop()
      cluster.remove()
    })
    await cluster.start()
    const service = await start(await newPlace(cluster.url), {
      RATE_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_BURST: '1000000',
    })
    const apiKey = await service.demoKey()
    const create = () => post(`${service.url}/user/create_user`, apiKey, { name: 'Ada' })

    // Requests under way, so that connections break in the middle of their queries as well as at rest.
    const seen = new Set<string>()
    let ended = false
    const ask = async () => {
      const { status, envelope, headers } = await create()
      return `${status} ${envelope.results['code'] ?? ''} ${headers.get('retry-after') ?? ''}`.trim()
    }
    const clients = Array.from({ length: 8 }, async () => {
      while (!ended) seen.add(await ask().catch(String))
    })
    for (let round = 0; round < 3; round++) {
      await expect.poll(async () => (await create()).status).toBe(200)
      await cluster.stop()
      const refused = await create()
      expect(refused).toMatchObject({
        status: 503,
        envelope: { success: false, results: { code: 'DATABASE_UNAVAILABLE', retryable: true } },
      })
      expect((await fetch(`${service.url}/readyz`)).status).toBe(503)
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      await cluster.start()
    }
    await expect.poll(async () => (await create()).status).toBe(200)
    ended = true
    await Promise.all(clients)

    expect([...seen].sort()).toEqual(['200', '503 DATABASE_UNAVAILABLE 2'])
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    service.kill('SIGTERM')
    expect(await service.exit).toBe(0)
  },
)
