// adrail registers its public URL at platforms for lead notifications, and updates the registration when the
// URL changes.

import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { pollTwice } from '../../testing/freshRound.ts'
import { newLinkedUser } from '../../testing/linked.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'
import { listEffects, startTestSandbox } from '../../testing/worlds.ts'

// The result does not depend on the database, so SQLite is enough. Both services use the same data folder.
test.runIf(testDatabaseUrl() === '')(
  'a service with a new public URL registers it for lead notifications, and deletes the registration of the old URL',
  async () => {
    const sandbox = await startTestSandbox()
    const dataDir = newFolder('adrail-moved-')
    const startAt = async (place: Readonly<Record<string, string>>) => {
      const environment = { DATA_DIR: dataDir, SANDBOX_URL: sandbox.url, LEADS: 'on', ...place }
      return await startTestService({ databaseUrl: '', environment })
    }
    const first = await startAt({})
    await newLinkedUser(first, { platform: 'PROFESSIONAL' })
    await pollTwice(first.app.leadReader)
    await first.stop()

    const moved = await startAt({ PUBLIC_URL: 'http://127.0.0.1:9' })
    onTestFinished(() => moved.stop())
    moved.clock.advance(60 * 60_000)
    await pollTwice(moved.app.leadReader)

    expect(listEffects(sandbox, 'lead_notification')).toEqual([
      'lead_notification_created 1',
      'lead_notification_created 2',
      'lead_notification_deleted 1',
    ])
  },
)
