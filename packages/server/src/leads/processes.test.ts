// Several processes on one database read leads: each remembers what was linked for a moment, and reads nothing by that.

import { describe, expect, onTestFinished, test } from 'vitest'
import { allLeads } from '../../testing/leads.ts'
import { linkedUser, linkTo } from '../../testing/linked.ts'
import { newRound } from '../../testing/rounds.ts'
import { startTestService, testDatabase } from '../../testing/service.ts'

const databaseUrl = testDatabase()
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
      beside: links,
    })
    const userId = await linkedUser(links, { ...search, person: 'ben' })
    await newRound(reads.app.leadReader)
    await linkTo(links, userId, search)
    // The first gives up what is another account by now.
    await newRound(reads.app.leadReader)
    const clicks = async (of: string) => (await allLeads(links, of)).leads.map(({ clickId }) => clickId)
    const all = await clicks(await linkedUser(links, search))
    expect(all.length).toBeGreaterThan(0)
    expect(await clicks(userId)).toEqual(all)
  })
})
