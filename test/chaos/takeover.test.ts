// A process is killed while it holds work of every kind, and another process takes the work over. The long
// form waits until the leases expire. The short form expires them at once.

import type { Sandbox } from '@adrail/sandbox'
import {
  openTestStore,
  post,
  type Store,
  shortenLeases,
  startTestSandbox,
  testDatabaseUrl,
  useProcesses,
  useReceiver,
} from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { isLong, proofTimeoutMs, reportProof } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
const receiver = useReceiver()
vi.setConfig({ testTimeout: proofTimeoutMs })
const userId = 'usr_demo_all'
const longestLeaseMs = 60_000

test.skipIf(testDatabaseUrl() === '')(
  'another process takes over the work of a killed process when its leases expire, and does nothing twice',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const store = await openTestStore(place)
    const environment = {
      SANDBOX_URL: sandbox.url,
      // Both processes have this URL, as in production. A process with another URL would register that URL
      // for lead messages.
      PUBLIC_URL: 'http://localhost:9',
      LEADS: 'on',
      MIRROR: 'on',
    }
    const dying = await start(place, environment)
    const apiKey = await dying.readDemoKey()
    const ask = async (url: string, operation: string, body: object, headers = {}) =>
      (await post(`${url}/${operation}`, apiKey, body, headers)).envelope.results
    await expect.poll(() => unreadOf(store), pollOptions).toEqual([])

    // The process holds a write, a message, a token, leads and an account, and has completed none of them.
    receiver.respond = () => 'never'
    await ask(dying.url, 'webhook/create_endpoint', { url: `${receiver.url}/told`, types: ['user.deleted'] })
    const gone = (await ask(dying.url, 'user/create_user', { name: 'Gone' }))['user'] as { userId: string }
    await ask(dying.url, 'user/delete_user', { userId: gone.userId })
    const { campaigns } = await ask(dying.url, 'pro/get_campaigns', { userId })
    const [campaign] = campaigns as { id: string; status: string }[]
    const stalls = {
      write: sandbox.faults.order({ platform: 'pro', call: 'adCampaignGroups.update', kind: 'stall' }),
      token: sandbox.faults.order({ platform: 'social', call: 'oauth.access_token', kind: 'stall' }),
      lookupFault: sandbox.faults.order({
        platform: 'search',
        call: 'googleAds:search',
        kind: 'stall',
        times: 2,
      }),
    }
    const body = {
      userId,
      campaignId: campaign?.id,
      status: campaign?.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE',
    }
    const key = { 'idempotency-key': 'taken-over' }
    const cut = ask(dying.url, 'pro/update_campaign_status', body, key).catch(() => 'cut off')
    await expect.poll(() => stalls.write.holding, pollOptions).toBe(1)
    const before = { refreshes: refreshesIn(sandbox), effects: effectsIn(sandbox) }
    await store.db.updateTable('lead_sources').set({ read_at: null }).execute()
    await store.db.updateTable('mirrors').set({ read_at: null }).execute()
    sandbox.clock.advance('31d')
    await expect.poll(() => [stalls.token.holding, stalls.lookupFault.holding], pollOptions).toEqual([1, 2])
    await expect.poll(() => receiver.received.length, pollOptions).toBe(1)

    dying.kill('SIGKILL')
    await dying.exit
    const diedAt = performance.now()
    expect(await cut).toBe('cut off')
    receiver.respond = () => 204
    const heir = await start(place, environment)
    if (!isLong) await shortenLeases(store, longestLeaseMs)
    // The lease on an account or a credential lasts five minutes by the platforms' clock.
    sandbox.clock.advance('6m')

    const took: Record<string, number> = {}
    const isDone = async (kind: string, readState: () => Promise<unknown>, wanted: unknown) => {
      await expect.poll(readState, pollOptions).toEqual(wanted)
      took[`${kind}AfterSeconds`] = Math.round((performance.now() - diedAt) / 1000)
    }
    await Promise.all([
      // The test reads the journal, because a retry with the key would take the write over itself.
      isDone('write', () => stateOfWrite(store, key['idempotency-key']), 'SUCCEEDED'),
      isDone('message', async () => receiver.received.length, 2),
      isDone('token', async () => refreshesIn(sandbox) - before.refreshes, 1),
      isDone('leadsAndAccounts', () => unreadOf(store), []),
    ])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    expect((await ask(heir.url, 'pro/update_campaign_status', body, key))['success']).toBe(true)
    const effects = effectsIn(sandbox) - before.effects
    const refreshes = refreshesIn(sandbox) - before.refreshes
    expect({ effects, refreshes }).toEqual({ effects: 1, refreshes: 1 })
    const doneTwice = effects + refreshes - 2
    reportProof('T31', isLong ? { ...took, doneTwice } : { kinds: Object.keys(took).length, doneTwice })
  },
)

const pollOptions = { timeout: isLong ? 400_000 : 60_000, interval: 100 }

async function stateOfWrite({ db }: Store, key: string): Promise<string | undefined> {
  const rows = db.selectFrom('operations').select('state').where('idempotency_key', '=', key)
  return (await rows.executeTakeFirst())?.state
}

/** Returns the lead sources that still need to be read. */
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

/** Counts the refreshes that returned a new token. */
function refreshesIn(sandbox: Sandbox): number {
  return sandbox.requests
    .list({ platform: 'social', call: 'oauth.access_token' })
    .filter(({ url, body, status }) => status === 200 && `${url} ${body}`.includes('fb_exchange_token='))
    .length
}

function effectsIn(sandbox: Sandbox): number {
  return sandbox.requests.effects({ platform: 'pro' }).length
}
