// The address at which a platform tells of leads follows that of the service.

import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { runFreshRound } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'
import { listEffects, startTestSandbox } from '../../testing/worlds.ts'

// Nothing of it is the database's: one is enough, and it lies in a folder that both services have.
test.runIf(testDatabaseUrl() === '')(
  'a service at another address is told there, and the earlier one no more',
  async () => {
    const sandbox = await startTestSandbox()
    const dataDir = newFolder('adrail-moved-')
    const startAt = async (place: Readonly<Record<string, string>>) => {
      const environment = { DATA_DIR: dataDir, SANDBOX_URL: sandbox.url, LEADS: 'on', ...place }
      return await startTestService({ databaseUrl: '', environment })
    }
    const first = await startAt({})
    await newLinkedUser(first, { platform: 'PROFESSIONAL' })
    await runFreshRound(first.app.leadReader)
    await first.stop()

    const moved = await startAt({ PUBLIC_URL: 'http://127.0.0.1:9' })
    onTestFinished(() => moved.stop())
    moved.clock.advance(60 * 60_000)
    await runFreshRound(moved.app.leadReader)

    expect(listEffects(sandbox, 'lead_notification')).toEqual([
      'lead_notification_created 1',
      'lead_notification_created 2',
      'lead_notification_deleted 1',
    ])
  },
)
