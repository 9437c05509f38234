// Creations on several ad accounts at the same time, over two processes. A limit per hour holds for all of
// them together.

import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { noLimits, post, useProcesses } from '../../../testing/processes.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { testDatabaseUrl } from '../../../testing/service.ts'
import { openTestStore } from '../../../testing/store.ts'
import { listEffects, startTestSandbox, workspaceId } from '../../../testing/worlds.ts'
import { startApp } from '../../app.ts'
import { readConfig } from '../../config/config.ts'
import { linkSandboxPerson } from '../../demo/linkSandboxPerson.ts'
import { makeLog } from '../../observability/log.ts'
import { makeId, systemRuntime } from '../../runtime/runtime.ts'
import { insertUser } from '../../store/users.ts'

const { newInstallation, start } = useProcesses()
const runtime = systemRuntime()
const perHour = 5
/**
 * Each person has a separate credential and ad account, so no lock on a credential serializes the creations.
 */
const people = ['ada', 'ben', 'otto', 'agnes', 'greta', 'yuki']

// SQLite runs one transaction at a time.
test.skipIf(testDatabaseUrl() === '')(
  'creations on six ad accounts at once, over two processes, do not exceed a limit of five per hour',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await newInstallation()
    const environment = { SANDBOX_URL: sandbox.url, ...noLimits, LEADS: 'off', MIRROR: 'off' }
    const service = await start(place, environment)
    const apiKey = await service.readDemoKey()
    const settings = {
      PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
    }
    const log = makeLog('silent', runtime, join(place.dataDir, 'second.log'))
    const second = await startApp(readConfig({ ...environment, ...settings }), runtime, log)
    onTestFinished(() => second.close())
    const store = await openTestStore(place)

    const users: string[] = []
    for (const person of people) {
      const user = { workspace_id: workspaceId, id: makeId('usr', runtime), name: '', email: '' }
      await insertUser(store.db, { ...user, external_id: '', created_at: runtime.now() })
      const wish = { workspaceId, userId: user.id, platform: 'SEARCH' as const, person }
      await linkSandboxPerson(second.service.linking, second.upstream, { ...wish, accountId: '', pageId: '' })
      users.push(user.id)
    }
    const guard = { maxCreationsPerHour: perHour }
    await post(`${service.url}/workspace/update_settings`, apiKey, { guard })

    const create = async (userId: string, index: number) => {
      const url = index % 2 === 0 ? service.url : second.url
      const body = { ...minimalSearchCampaign(userId, `At once ${index}`), dailyBudget: '2000' }
      const { envelope } = await post(`${url}/search/create_search_campaign`, apiKey, body)
      return String(envelope.results['code'] ?? 'done')
    }
    // No first intent can be committed before all creations wait for the database.
    const assessment = await store.db.transaction().execute(async (transaction) => {
      await sql`lock table operation_steps in exclusive mode`.execute(transaction)
      const creating = Promise.all(users.map(create))
      const waiting = sql<object>`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(store.db)).rows.length).toBe(users.length)
      return { creating }
    })

    expect((await assessment.creating).toSorted()).toEqual([
      'SPEND_LIMIT_EXCEEDED',
      ...Array.from({ length: perHour }, () => 'done'),
    ])
    expect(listEffects(sandbox, 'campaign.create')).toHaveLength(perHour)
  },
)
