// Several processes on one database read leads. Each process caches connections for a moment, but never reads
// leads of an account that was replaced meanwhile.

import { describe, expect, onTestFinished, test } from 'vitest'
import { pollTwice } from '../../testing/freshRound.ts'
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
  test('read all leads of an account that one process links while the other process caches the previous account', async () => {
    // Both processes need the same encryption key.
    const environment = { LEADS: 'on', ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` }
    const links = await newService({ environment })
    const reads = await newService({
      environment: { ...environment, SANDBOX_URL: links.app.sandbox?.url ?? '' },
      sharesDatabaseWith: links,
    })
    const userId = await newLinkedUser(links, { ...search, person: 'ben' })
    await pollTwice(reads.app.leadReader)
    await linkExistingUser(links, userId, search)
    // The first round stops, because the source has another account by now.
    await pollTwice(reads.app.leadReader)
    const clicks = async (of: string) => (await listAllLeads(links, of)).leads.map(({ clickId }) => clickId)
    const all = await clicks(await newLinkedUser(links, search))
    expect(all.length).toBeGreaterThan(0)
    expect(await clicks(userId)).toEqual(all)
  })
})
