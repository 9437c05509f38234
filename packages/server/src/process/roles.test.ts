import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useReceiver } from '../../testing/receiver.ts'
import { readResponse } from '../../testing/requests.ts'
import { startTestService, type TestService, testDatabaseUrl, useService } from '../../testing/service.ts'
import { newUser } from '../../testing/users.ts'
import { newEndpoint } from '../../testing/webhooks.ts'
import { ConfigError, readConfig } from '../config/config.ts'

const databaseUrl = testDatabaseUrl()

test.runIf(databaseUrl === '')('a process that is alone does everything', () => {
  for (const role of ['api', 'worker'])
    expect(() => readConfig({ ADRAIL_ROLE: role })).toThrow(
      new ConfigError([
        'ADRAIL_ROLE must be all without a DATABASE_URL: one process serves from a data folder, and does everything.',
      ]),
    )
})

describe.skipIf(databaseUrl === '')('two processes with a role each', () => {
  const receiver = useReceiver()
  // What one seals, the other opens.
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

  test('one leaves the background to the other, which answers for its health alone', async () => {
    await newEndpoint(api, { url: `${receiver.url}/told` })
    const userId = await newUser(api)
    expect((await api.call('user/delete_user', { userId })).status).toBe(200)

    // An hour of its own time, in which everything would have been due.
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
