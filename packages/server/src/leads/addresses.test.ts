// The address at which a platform tells of leads follows that of the service.

import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { linkedUser } from '../../testing/linked.ts'
import { newRound } from '../../testing/rounds.ts'
import { startTestService, testDatabase } from '../../testing/service.ts'
import { effects, sandboxForTest } from '../../testing/worlds.ts'

// Nothing of it is the database's: one is enough, and it lies in a folder that both services have.
test.runIf(testDatabase() === '')(
  'a service at another address is told there, and the earlier one no more',
  async () => {
    const sandbox = await sandboxForTest()
    const dataDir = newFolder('adrail-moved-')
    const startAt = async (place: Readonly<Record<string, string>>) => {
      const environment = { DATA_DIR: dataDir, SANDBOX_URL: sandbox.url, LEADS: 'on', ...place }
      return await startTestService({ databaseUrl: '', environment })
    }
    const first = await startAt({})
    await linkedUser(first, { platform: 'PROFESSIONAL' })
    await newRound(first.app.leadReader)
    await first.stop()

    const moved = await startAt({ PUBLIC_URL: 'http://127.0.0.1:9' })
    onTestFinished(() => moved.stop())
    moved.clock.advance(60 * 60_000)
    await newRound(moved.app.leadReader)

    expect(effects(sandbox, 'lead_notification')).toEqual([
      'lead_notification_created 1',
      'lead_notification_created 2',
      'lead_notification_deleted 1',
    ])
  },
)
