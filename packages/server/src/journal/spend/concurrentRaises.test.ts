// Sends many raises to two processes at the same time. Limits and freezes hold for all raises together.
// SPEND_WRITES=500 runs the full proof with the times of the sandbox's ledger. The short form checks counts
// only.

import { setTimeout } from 'node:timers/promises'
import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noLimits, useProcesses } from '../../../testing/processes.ts'
import { testDatabaseUrl } from '../../../testing/service.ts'
import { createPausedCampaigns } from '../../../testing/worlds.ts'

const onPostgres = testDatabaseUrl() !== ''
const many = Number(process.env['SPEND_WRITES'] ?? 24)
const { newInstallation, start } = useProcesses('file')
if (many >= 500) vi.setConfig({ testTimeout: 900_000 })
const userId = 'usr_demo_all'
/** What a campaign with a budget of 10 a day may spend on one day, in cents. */
const cents = 1750
const final = ['', 'SPEND_LIMIT_EXCEEDED', 'SPEND_FROZEN']

interface Results {
  readonly success: boolean
  readonly error: string
  readonly code?: string
}
type Ask = (operation: string, body: object) => Promise<Results>

describe.skipIf(!onPostgres)('two processes on one database', () => {
  let sandbox: Sandbox
  let processes: readonly [Ask, Ask]
  const pools: Pool[] = []

  beforeAll(async () => {
    sandbox = await startSandbox({ log: () => {}, ledgerCapacity: 100_000 })
    const place = await newInstallation()
    const begin = async (): Promise<Ask> => {
      const environment = {
        SANDBOX_URL: sandbox.url,
        ...noLimits,
      }
      const service = await start(place, environment)
      const apiKey = await service.readDemoKey()
      const pool = new Pool(service.url, { connections: 256 })
      pools.push(pool)
      return (operation, body) => ask(pool, apiKey, operation, body)
    }
    processes = [await begin(), await begin()]
  })
  afterAll(async () => {
    for (const pool of pools) await pool.destroy()
    await sandbox?.close()
  })

  /** Retries a change of the settings until an overloaded service accepts it, as operators do. */
  const settings = async (body: object) => {
    for (;;) {
      const { success, error, code } = await processes[1]('workspace/update_settings', body)
      if (success) return
      expect({ code, error }).toMatchObject({ code: 'OVERLOADED' })
      await setTimeout(50)
    }
  }
  const limitTo = (amount: string) =>
    settings({ guard: { currencies: [{ currencyCode: 'EUR', maxAccountPerDay: amount }] } })

  /** Sends all writes at the same time, half of them to each process. Retries writes that could not begin. */
  const all = (ids: readonly string[], operation: string, body: object) =>
    Promise.all(
      ids.map(async (campaignId, index) => {
        const send = processes[index % 2] as Ask
        for (;;) {
          const results = await send(operation, { userId, campaignId, ...body })
          if (final.includes(results.code ?? '')) return results
          await setTimeout(1000)
        }
      }),
    )

  test('never exceed a spend limit together', async () => {
    const ids = await createPausedCampaigns(sandbox, many)
    await limitTo('1')
    const [first = ''] = ids
    const request = { userId, campaignId: first, status: 'ACTIVE' }
    const { error } = await processes[0]('social/update_campaign_status', request)
    const [, others = '0'] = /other running campaigns (\d+(?:\.\d+)?) EUR/.exec(error) ?? []
    const remaining = Math.floor(many / 3)
    const since = sandbox.requests.nextSequence()
    await limitTo(String((Math.round(Number(others) * 100) + remaining * cents) / 100))
    const responses = await all(ids, 'social/update_campaign_status', { status: 'ACTIVE' })
    expect(responses.filter(({ success }) => success)).toHaveLength(remaining)
    expect(responses.filter(({ code }) => code === 'SPEND_LIMIT_EXCEEDED')).toHaveLength(many - remaining)
    expect(sandbox.requests.list({ call: 'campaign.update', since })).toHaveLength(remaining)
    await settings({ guard: {} })
  })

  test('refuse raises and allow pauses after a freeze (with SPEND_WRITES=500, no raise leaves more than a second after it)', async () => {
    const ids = await createPausedCampaigns(sandbox, many)
    const since = sandbox.requests.nextSequence()
    const updates = () => sandbox.requests.list({ call: 'campaign.update', since })
    const answering = all(ids, 'social/edit_campaign', { amount: 20 })
    // Some raises are done, and the others are in progress.
    await expect.poll(() => updates().length, { interval: 5 }).toBeGreaterThan(many / 12)
    await settings({ freeze: { frozen: true, reason: 'Card was stolen' } })
    const respondedAt = sandbox.clock.now()
    const responses = await answering
    const done = responses.filter(({ success }) => success)
    expect(responses.filter(({ code }) => code === 'SPEND_FROZEN')).toHaveLength(many - done.length)
    expect(updates()).toHaveLength(done.length)
    for (const send of processes) {
      const raised = await send('social/edit_campaign', { userId, campaignId: ids[0], amount: 30 })
      expect(raised.code).toBe('SPEND_FROZEN')
      const paused = { userId, campaignId: ids[0], status: 'PAUSED' }
      expect((await send('social/update_campaign_status', paused)).success).toBe(true)
    }
    await settings({ freeze: { frozen: false } })
    if (many < 500) return
    expect(done.length).toBeLessThan(many)
    const late = updates().filter(({ at }) => Date.parse(at) > respondedAt + 1000)
    expect(late.map(({ at }) => Date.parse(at) - respondedAt)).toEqual([])
  })
})

async function ask(pool: Pool, apiKey: string, operation: string, body: object): Promise<Results> {
  const response = await pool.request({
    method: 'POST',
    path: `/${operation}`,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // Every response of the service is an envelope.
  const { results } = (await response.body.json()) as { results: Results }
  return results
}
