// Two processes share a database. One process dies with pending writes, and the users of these writes leave
// before the other process resolves them. The ledger of the sandbox shows all requests and effects.

import { join } from 'node:path'
import type { Sandbox } from '@adrail/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proofSize, proofTimeoutMs, reportProof } from '../../../../test/chaos/proofRun.ts'
import { type Installation, noLimits, post, useProcesses } from '../../testing/processes.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { startTestSandbox } from '../../testing/worlds.ts'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import { linkSandboxPerson } from '../demo/linkSandboxPerson.ts'
import { makeLog } from '../observability/log.ts'
import { makeId, systemRuntime } from '../runtime/runtime.ts'
import { openStore } from '../store/open.ts'
import { insertUser } from '../store/users.ts'

const { newInstallation, start } = useProcesses()
const onPostgres = testDatabaseUrl() !== ''
const repetitions = proofSize(2, 60)
const workspaceId = 'ws_demo'
const runtime = systemRuntime()

const bakery = { accountId: '1001200300400', pageId: '104500000000001' }
const gardenShop = { accountId: '1001200300401', pageId: '104500000000002' }

const writes = [
  {
    operation: 'social/upload_video',
    sends: 'advideos.create',
    body: (name: string) => ({ name, url: 'https://media.foxbakery.example/rye.mp4' }),
  },
  {
    operation: 'social/create_leadform_audience',
    sends: 'customaudiences.create',
    body: (name: string) => ({ name, description: '', type: 'submit', leadFormIds: ['700011'] }),
  },
  {
    operation: 'social/edit_campaign',
    sends: 'campaign.update',
    body: (_name: string, round: number) => ({ campaignId: '120210000000000011', amount: 20 + (round % 9) }),
  },
] as const

/** Starts the surviving process inside the test process. */
async function startStaying(place: Installation, sandbox: Sandbox): Promise<App> {
  const { dataDir, databaseUrl } = place
  const config = readConfig({
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SANDBOX_URL: sandbox.url,
  })
  const app = await startApp(config, runtime, makeLog('silent', runtime, join(dataDir, 'staying.log')))
  onTestFinished(() => app.close())
  return app
}

async function link(app: App, userId: string, choice: typeof bakery): Promise<void> {
  const wanted = { workspaceId, userId, platform: 'SOCIAL_A' as const, person: 'ada', ...choice }
  await linkSandboxPerson(app.service.linking, app.upstream, wanted)
}

describe.skipIf(!onPostgres)(
  'pending writes of a killed process whose users are unlinked, relinked or deleted',
  () => {
    test(
      'are found on the account they were planned for, have one effect, and send nothing to other accounts',
      async () => {
        const sandbox = await startTestSandbox()
        const place = await newInstallation()
        // A killed process frees its share of the rate limit only after ten seconds, so the test sets no
        // limits.
        const environment = { ...noLimits, SANDBOX_URL: sandbox.url }
        let dying = await start(place, environment)
        const apiKey = await dying.readDemoKey()
        const staying = await startStaying(place, sandbox)
        const leaves = [
          (userId: string) => link(staying, userId, gardenShop),
          (userId: string) =>
            post(`${staying.url}/auth/remove_link`, apiKey, { userId, platform: 'SOCIAL_A' }),
          (userId: string) => post(`${staying.url}/user/delete_user`, apiKey, { userId }),
        ]

        let [twice, onOtherAccounts] = [0, 0]
        for (let round = 0; round < repetitions; round++) {
          const users: string[] = []
          const cut: Promise<unknown>[] = []
          sandbox.requests.clear()
          for (const { operation, sends, body } of writes) {
            const userId = makeId('usr', runtime)
            const user = { workspace_id: workspaceId, id: userId, name: '', email: '', external_id: '' }
            await insertUser(staying.store.db, { ...user, created_at: runtime.now() })
            await link(staying, userId, bakery)
            users.push(userId)
            const fault = sandbox.faults.order({
              platform: 'social',
              call: sends,
              kind: 'stall',
              when: 'after',
            })
            const sent = post(`${dying.url}/${operation}`, apiKey, {
              userId,
              ...body(`Left ${round}`, round),
            })
            cut.push(sent.catch(() => undefined))
            await expect.poll(() => fault.holding).toBe(1)
          }
          dying.kill('SIGKILL')
          await dying.exit
          await Promise.all(cut)
          for (const [index, userId] of users.entries())
            await leaves[(round + index) % leaves.length]?.(userId)
          // Simulates the expiry of the leases of the dead owner.
          const store = await openStore(place)
          await store.db
            .updateTable('operations')
            .set({ lease_until: 1 })
            .where('lease_until', '>', 1)
            .execute()
          const open = () =>
            store.db.selectFrom('operations').select('id').where('state', '<>', 'SUCCEEDED').execute()
          await expect.poll(open).toEqual([])
          await store.close()

          for (const { sends } of writes) {
            const effects = sandbox.requests.effects().filter(({ call }) => call === sends)
            expect(effects, `${sends} in round ${round}`).toHaveLength(1)
            twice += effects.length - 1
            const requests = sandbox.requests.list().filter(({ call }) => call === sends)
            const elsewhere = requests.filter(({ url }) => url.includes(gardenShop.accountId))
            expect(elsewhere).toEqual([])
            onOtherAccounts += elsewhere.length
          }
          if (round + 1 < repetitions) dying = await start(place, environment)
        }
        reportProof('T35', {
          kills: repetitions,
          writes: repetitions * writes.length,
          twice,
          onOtherAccounts,
        })
      },
      proofTimeoutMs,
    )
  },
)
