// Several processes on one database read leads: each remembers what was linked for a moment, and reads nothing by that.

import { describe, expect, onTestFinished, test } from 'vitest'
import { runFreshRound } from '../../testing/freshRound.ts'
import { listAllLeads } from '../../testing/leads.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { startTestService, testDatabaseUrl } from '../../testing/service.ts'

const databaseUrl = testDatabaseUrl()
const search = { platform: 'SEARCH' } as const

async function newService(options: Omit<Parameters<typeof startTestService>[0], 'databaseUrl'>) {
  const service = await startTestService({ databaseUrl, ...options })
  onTestFinished(() => service.stop())
  return service
}

describe.skipIf(databaseUrl === '')('two processes', () => {
  test('read all leads of an account that one links while the other remembers the one before it', async () => {
    // What one seals, the other opens.
    const environment = { LEADS: 'on', ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` }
    const links = await newService({ environment })
    const reads = await newService({
      environment: { ...environment, SANDBOX_URL: links.app.sandbox?.url ?? '' },
      sharesDatabaseWith: links,
    })
    const userId = await newLinkedUser(links, { ...search, person: 'ben' })
    await runFreshRound(reads.app.leadReader)
    await linkExistingUser(links, userId, search)
    // The first gives up what is another account by now.
    await runFreshRound(reads.app.leadReader)
    const clicks = async (of: string) => (await listAllLeads(links, of)).leads.map(({ clickId }) => clickId)
    const all = await clicks(await newLinkedUser(links, search))
    expect(all.length).toBeGreaterThan(0)
    expect(await clicks(userId)).toEqual(all)
  })
})
