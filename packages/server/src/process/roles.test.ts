import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useReceiver } from '../../testing/receiver.ts'
import { readResponse } from '../../testing/requests.ts'
import { startTestService, type TestService, testDatabaseUrl, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { newEndpoint } from '../../testing/webhooks.ts'
import { ConfigError, readConfig } from '../config/config.ts'

const databaseUrl = testDatabaseUrl()

test.runIf(databaseUrl === '')('a process without DATABASE_URL refuses the roles api and worker', () => {
  for (const role of ['api', 'worker'])
    expect(() => readConfig({ ADRAIL_ROLE: role })).toThrow(
      new ConfigError([
        'ADRAIL_ROLE must be all without DATABASE_URL, because only one process can use a data folder.',
      ]),
    )
})

describe.skipIf(databaseUrl === '')('an api process and a worker process', () => {
  const receiver = useReceiver()
  // Both processes decrypt what the other one encrypts.
  const alike = { ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` }
  const api = useService({ environment: { ...alike, ADRAIL_ROLE: 'api' } })
  let worker: TestService
  const statusOf = async (path: string) => (await worker.send(path, { method: 'POST' })).status
  const readyOf = async (service: TestService) =>
    JSON.parse((await readResponse(service.send('/readyz'))).text)

  beforeAll(async () => {
    const environment = { ...alike, ADRAIL_ROLE: 'worker', SANDBOX_URL: api.app.sandbox?.url ?? '' }
    worker = await startTestService({ databaseUrl, sharesDatabaseWith: api, environment })
  })
  afterAll(() => worker.stop())

  test('leave background work to the worker, which serves only health checks and metrics', async () => {
    await newEndpoint(api, { url: `${receiver.url}/told` })
    const userId = await newUser(api)
    expect((await api.call('user/delete_user', { userId })).status).toBe(200)

    // All background work of the api process would be due within this hour.
    api.clock.advance(60 * 60 * 1000)
    await api.app.changes.poll()
    expect(receiver.received).toEqual([])
    worker.clock.advance(60 * 60 * 1000)
    await expect.poll(() => receiver.received.map(({ type }) => type)).toEqual(['user.deleted'])

    expect((await worker.call('user/list_users', {}, { apiKey: api.apiKey })).status).toBe(404)
    expect(await statusOf('/mcp')).toBe(404)
    expect((await worker.send('/healthz')).status).toBe(200)
    expect(await readyOf(worker)).toMatchObject({ results: { status: 'ready', role: 'worker' } })
    expect(await readyOf(api)).toMatchObject({ results: { status: 'ready', role: 'api' } })
    expect((await fetch(worker.app.metricsUrl)).status).toBe(200)
  })
})
