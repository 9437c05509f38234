import { beforeEach, describe, expect, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { openConnection } from '../../testing/rawHttp.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

// Each test has its own service, because the metrics count everything since its start.
const service = useService({}, 'test')
const sandbox = createSandboxAdmin(service)
const campaignId = '120210000000000011'
let userId = ''
beforeEach(async () => {
  userId = await newLinkedUser(service)
})

async function exposition(): Promise<string> {
  return await (await fetch(service.app.metricsUrl)).text()
}

/** Returns the value of a series. Undefined when the metrics do not contain the series. */
async function figure(series: string): Promise<number | undefined> {
  const line = (await exposition()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe('the metrics endpoint', () => {
  test('counts and times platform calls by name and outcome, without ids in the names', async () => {
    const calls = 'adrail_upstream_calls_total{platform="social",call="GET adspixels"'
    await service.call('social/get_pixels_list', { userId })
    expect(await figure(`${calls},outcome="answered"}`)).toBe(1)
    await sandbox.injectFault({ call: 'adspixels.list', kind: 'status', status: 503 })
    await sandbox.injectFault({ call: 'adspixels.list', kind: 'reset' })
    await service.call('social/get_pixels_list', { userId })
    expect(await figure(`${calls},outcome="failed"}`)).toBe(1)
    expect(await figure(`${calls},outcome="cut"}`)).toBe(1)
    expect(await figure(`${calls},outcome="answered"}`)).toBe(2)
    const timed = 'adrail_upstream_call_seconds_count{platform="social",call="GET adspixels"}'
    expect(await figure(timed)).toBe(4)

    await service.call('social/get_ad_sets', { userId, campaignId })
    const names = (await exposition()).match(/call="[^"]*"/g)
    expect(names?.filter((name) => /\d/.test(name))).toEqual([])
  })

  test('reports open circuit breakers and the calls that they refused', async () => {
    expect(await figure('adrail_breakers_open{platform="social"}')).toBe(0)
    await sandbox.injectFault({ call: 'adspixels.list', kind: 'reset', times: 100 })
    for (let time = 0; time < 3; time++) await service.call('social/get_pixels_list', { userId })
    expect(await figure('adrail_breakers_open{platform="social"}')).toBe(1)
    expect(
      await figure('adrail_upstream_calls_total{platform="social",call="GET adspixels",outcome="paused"}'),
    ).toBeGreaterThan(0)
  })

  test('counts token refreshes by outcome and credentials by health', async () => {
    const credentials = (health: string) => figure(`adrail_credentials{platform="social",health="${health}"}`)
    await newLinkedUser(service, { person: 'ben' })
    expect([await credentials('active'), await credentials('revoked')]).toEqual([2, 0])
    await sandbox.simulate('revoke', { person: 'ben', platform: 'social' })
    service.clock.advance(55 * 24 * 60 * 60 * 1000)
    await pollTwice(service.app.credentialMaintenance)
    expect([await credentials('active'), await credentials('revoked')]).toEqual([1, 1])
    const refreshes = (outcome: string) =>
      figure(`adrail_token_refreshes_total{platform="social",outcome="${outcome}"}`)
    // A credential is revoked only after the platform refuses two attempts.
    expect([await refreshes('refreshed'), await refreshes('dead')]).toEqual([1, 2])
  })

  test('reports the number and the age of writes without an outcome, until the writes have an outcome', async () => {
    const open = async () => [
      await figure('adrail_journal_entries{state="open"}'),
      await figure('adrail_journal_oldest_seconds{state="open"}'),
    ]
    expect(await open()).toEqual([0, 0])
    await sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    await sandbox.injectFault({
      call: 'campaign.read',
      kind: 'status',
      status: 503,
      code: '2',
      times: 1000,
      skip: 1,
    })
    expect((await service.call('social/edit_campaign', { userId, campaignId, amount: 31 })).status).toBe(504)
    service.clock.advance(60_000)
    expect(await open()).toEqual([1, 60])

    await sandbox.clearFaults()
    service.clock.advance(60_000)
    await expect.poll(open).toEqual([0, 0])
  })

  test('reports the duration of statements, the state of the database, the age of queues and the load of the process', async () => {
    expect(await figure('adrail_store_statement_seconds_count{kind="select"}')).toBeGreaterThan(0)
    expect(await figure('adrail_store_up')).toBe(1)
    expect(await figure('adrail_store_waiting')).toBe(0)
    for (const queue of ['journal', 'upkeep', 'deletions'])
      expect(await figure(`adrail_queue_oldest_seconds{queue="${queue}"}`)).toBeGreaterThanOrEqual(0)
    expect(await figure('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(await figure('process_cpu_seconds_total')).toBeGreaterThan(0)
  })
})

test.each([
  ['127.0.0.1', 200],
  ['localhost', 200],
  ['metrics.example', 421],
])('a metrics request with the host name %s gets status %i', async (name, status) => {
  const { port } = new URL(service.app.metricsUrl)
  const connection = await openConnection(service.app.metricsUrl)
  connection.write(`GET /metrics HTTP/1.1\r\nhost: ${name}:${port}\r\nconnection: close\r\n\r\n`)
  expect((await connection.readResponse()).status).toBe(status)
  connection.close()
})

test('metrics responses and refusals have headers against caching, framing and MIME sniffing', async () => {
  for (const path of ['/metrics', '/other']) {
    const { headers } = await fetch(new URL(path, service.app.metricsUrl))
    expect(Object.fromEntries(headers), path).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
  }
})
