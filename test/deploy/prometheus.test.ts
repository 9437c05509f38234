// Runs every query of the dashboard and of the alert rules in Prometheus, against the metrics of a busy
// service. Requires PROMETHEUS=1 and Debian's package `prometheus`.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSandboxAdmin, newLinkedUser, useService } from '@adrail/server/testing'
import { newFolder } from '@adrail/server/testing/folders'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAlertRules, parseDashboardQueries, readText, resolvePath } from './monitoring.ts'

/**
 * These metrics appear only after events that do not occur in this test: an internal defect and a second
 * clock.
 */
const alertsWithoutData = ['AdrailDefect', 'AdrailClockSkewed']
const pollOptions = { timeout: 90_000, interval: 1000 }

describe.runIf(process.env['PROMETHEUS'] === '1')('Prometheus', () => {
  const service = useService({ usesRealTime: true })
  const campaignId = '120210000000000011'
  let url = ''
  let userId = ''
  let stop = async () => {}

  beforeAll(async () => {
    userId = await newLinkedUser(service)
    await haveTrouble()
    const folder = newFolder('adrail-prometheus-')
    cpSync(resolvePath('deploy/prometheus/alerts.yml'), join(folder, 'alerts.yml'))
    const shipped = readText('deploy/prometheus/prometheus.yml')
    const config = shipped
      .replace('127.0.0.1:9464', new URL(service.app.metricsUrl).host)
      .replaceAll('15s', '1s')
    expect(config).not.toBe(shipped)
    writeFileSync(join(folder, 'prometheus.yml'), config)
    const child = spawn('prometheus', [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      '--web.listen-address=127.0.0.1:0',
    ])
    const ended = once(child, 'close')
    url = await new Promise((resolve, reject) => {
      let output = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, address] = /Listening on.*address=(127\.0\.0\.1:\d+)/.exec(output) ?? []
        if (address !== undefined) resolve(`http://${address}`)
      })
      void ended.then(() => reject(new Error(`Prometheus ended:\n${output}`)))
    })
    stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
  })
  afterAll(() => stop())

  /** Produces failing calls, an account that does not respond, and a write that stays open. */
  async function haveTrouble(): Promise<void> {
    const sandbox = createSandboxAdmin(service)
    await sandbox.injectFault({ call: 'campaign.update', kind: 'reset', when: 'after' })
    await sandbox.injectFault({
      call: 'campaign.read',
      kind: 'status',
      status: 503,
      code: '2',
      times: 1000,
      skip: 1,
    })
    const prefer = { headers: { prefer: 'wait=1' } }
    await service.call('social/edit_campaign', { userId, campaignId, amount: 31 }, prefer)
    await sandbox.injectFault({ call: 'adspixels.list', kind: 'status', status: 503, times: 1000 })
  }

  /** The calls produce a little of everything, so that all rates have values. */
  async function ask(query: string): Promise<unknown[]> {
    await service.call('user/get_profile', { userId })
    await service.call('social/get_pixels_list', { userId })
    await service.call('social/get_leadform_list', { userId })
    const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`)
    // The response format of the Prometheus API: https://prometheus.io/docs/prometheus/latest/querying/api/.
    const { status, error, data } = (await response.json()) as {
      status: string
      error?: string
      data?: { result: unknown[] }
    }
    expect(`${status} ${error ?? ''}`).toBe('success ')
    return data?.result ?? []
  }

  test('accepts the sample configuration and the alert rules', () => {
    const check = (...args: string[]) => execFileSync('promtool', args, { encoding: 'utf8' })
    expect(check('check', 'config', resolvePath('deploy/prometheus/prometheus.yml'))).toContain('SUCCESS')
    expect(check('check', 'rules', resolvePath('deploy/prometheus/alerts.yml'))).toContain(
      `SUCCESS: ${parseAlertRules().length} rules found`,
    )
  })

  test.each(parseDashboardQueries())('returns data for the dashboard panel "$title"', async ({ query }) => {
    await expect.poll(() => ask(query), pollOptions).not.toEqual([])
  })

  test.each(parseAlertRules())(
    'returns data for the alert $name when its metrics exist',
    async ({ name, query }) => {
      await ask(query)
      const judged = query.replace(/ (?:>|<|==) [\d.]+$/, '')
      expect(judged).not.toBe(query)
      if (alertsWithoutData.includes(name)) expect(await ask(judged)).toEqual([])
      else await expect.poll(() => ask(judged), pollOptions).not.toEqual([])
    },
  )

  test('evaluates every alert rule without an error', async () => {
    const rules = async () => {
      const { data } = (await (await fetch(`${url}/api/v1/rules`)).json()) as {
        data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] }
      }
      return data.groups.flatMap((group) => group.rules).map(({ name, health }) => `${name} ${health}`)
    }
    await expect.poll(rules, pollOptions).toEqual(parseAlertRules().map(({ name }) => `${name} ok`))
  })
})
