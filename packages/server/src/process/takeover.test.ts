// A process is killed with work of every kind in hand, and another one takes it over. TAKEOVER=long waits for the leases to end
// by themselves and tells how long each kind took; otherwise the test has their time pass.

import { type Sandbox, startSandbox } from '@adrail/sandbox'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { post, useProcesses } from '../../testing/processes.ts'
import { useReceiver } from '../../testing/receiver.ts'
import { testDatabase } from '../../testing/service.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/tables.ts'

const { newPlace, start } = useProcesses()
const receiver = useReceiver()
const isLong = process.env['TAKEOVER'] === 'long'
if (isLong) vi.setConfig({ testTimeout: 900_000 })
const userId = 'usr_demo_all'
const longestLeaseMs = 60_000

test.skipIf(testDatabase() === '')(
  'what a killed process had in hand is taken over when its lease ends, and nothing is done twice',
  async () => {
    const sandbox = await startSandbox({ log: () => {} })
    onTestFinished(() => sandbox.close())
    const place = await newPlace()
    const store = await openStore(place)
    onTestFinished(() => store.close())
    const environment = { SANDBOX_URL: sandbox.url, LEADS: 'on', MIRROR: 'on' }
    const dying = await start(place, environment)
    const apiKey = await dying.demoKey()
    const ask = async (url: string, operation: string, body: object, headers = {}) =>
      (await post(`${url}/${operation}`, apiKey, body, headers)).envelope.results
    await expect.poll(() => unreadOf(store), patience).toEqual([])

    // A write, a message, a token, leads and an account, each in hand, and none of them done.
    receiver.answer = () => 'never'
    await ask(dying.url, 'webhook/create_endpoint', { url: `${receiver.url}/told`, types: ['user.deleted'] })
    const gone = (await ask(dying.url, 'user/create_user', { name: 'Gone' }))['user'] as { userId: string }
    await ask(dying.url, 'user/delete_user', { userId: gone.userId })
    const { campaigns } = await ask(dying.url, 'pro/get_campaigns', { userId })
    const [campaign] = campaigns as { id: string; status: string }[]
    const stalls = {
      write: sandbox.faults.order({ platform: 'pro', call: 'adCampaignGroups.update', kind: 'stall' }),
      token: sandbox.faults.order({ platform: 'social', call: 'oauth.access_token', kind: 'stall' }),
      looks: sandbox.faults.order({ platform: 'search', call: 'googleAds:search', kind: 'stall', times: 2 }),
    }
    const body = {
      userId,
      campaignId: campaign?.id,
      status: campaign?.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE',
    }
    const key = { 'idempotency-key': 'taken-over' }
    const cut = ask(dying.url, 'pro/update_campaign_status', body, key).catch(() => 'cut off')
    await expect.poll(() => stalls.write.holding, patience).toBe(1)
    const before = { refreshes: refreshesIn(sandbox), effects: effectsIn(sandbox) }
    await store.db.updateTable('lead_sources').set({ read_at: null }).execute()
    await store.db.updateTable('mirrors').set({ read_at: null }).execute()
    sandbox.clock.advance('31d')
    await expect.poll(() => [stalls.token.holding, stalls.looks.holding], patience).toEqual([1, 2])
    await expect.poll(() => receiver.received.length, patience).toBe(1)

    dying.kill('SIGKILL')
    await dying.exit
    const diedAt = performance.now()
    expect(await cut).toBe('cut off')
    receiver.answer = () => 204
    const heir = await start(place, environment)
    if (!isLong) await passTime(store, longestLeaseMs)
    // By the platforms' clock: whoever looks at an account or a credential has five minutes for it.
    sandbox.clock.advance('6m')

    const took: Record<string, number> = {}
    const isDone = async (kind: string, look: () => Promise<unknown>, wanted: unknown) => {
      await expect.poll(look, patience).toEqual(wanted)
      took[kind] = Math.round((performance.now() - diedAt) / 1000)
    }
    await Promise.all([
      isDone(
        'write',
        async () => (await ask(heir.url, 'pro/update_campaign_status', body, key))['success'],
        true,
      ),
      isDone('message', async () => receiver.received.length, 2),
      isDone('token', async () => refreshesIn(sandbox) - before.refreshes, 1),
      isDone('leads and accounts', () => unreadOf(store), []),
    ])
    if (isLong) process.stdout.write(`${JSON.stringify({ takenOverAfterSeconds: took })}\n`)

    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect(effectsIn(sandbox) - before.effects).toBe(1)
    expect(refreshesIn(sandbox) - before.refreshes).toBe(1)
  },
)

const patience = { timeout: isLong ? 400_000 : 60_000, interval: 100 }

/** What nobody has read yet of what is to be read. */
async function unreadOf({ db }: Store): Promise<string[]> {
  const sources = await db
    .selectFrom('lead_sources')
    .select('platform')
    .where('read_at', 'is', null)
    .execute()
  const mirrors = await db.selectFrom('mirrors').select('platform').where('read_at', 'is', null).execute()
  return [
    ...sources.map((each) => `leads ${each.platform}`),
    ...mirrors.map((each) => `account ${each.platform}`),
  ]
}

/** Those that were answered with a new token. */
function refreshesIn(sandbox: Sandbox): number {
  return sandbox.requests
    .list({ platform: 'social', call: 'oauth.access_token' })
    .filter(({ url, body, status }) => status === 200 && `${url} ${body}`.includes('fb_exchange_token='))
    .length
}

function effectsIn(sandbox: Sandbox): number {
  return sandbox.requests.effects({ platform: 'pro' }).length
}

/** What is held for a time is held for that much less. */
async function passTime({ db }: Store, durationMs: number): Promise<void> {
  for (const table of ['operations', 'webhook_endpoints', 'lead_sources', 'credentials'])
    await sql`update ${sql.table(table)} set lease_until = lease_until - ${sql.lit(durationMs)} where lease_until > 0`.execute(
      db,
    )
}
