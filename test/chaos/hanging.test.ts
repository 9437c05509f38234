// T37: the account of one user hangs; another user of the same key notices nothing.

import { linkUser } from '@adrail/server/testing/linking'
import { noLimits, post, useProcesses } from '@adrail/server/testing/processes'
import { startTestSandbox } from '@adrail/server/testing/worlds'
import { expect, test } from 'vitest'
import { ask, type Question } from './crowds.ts'
import { isLong, proofTimeoutMs, sized, tell } from './figures.ts'

const { newInstallation: newPlace, start } = useProcesses()
/** So many requests of a key are carried out at a time; how many in a minute is no matter here. */
const places = 20

test(
  'a user is served as ever beside another one of the same key whose account hangs',
  async () => {
    const sandbox = await startTestSandbox()
    const limits = { ...noLimits, RATE_LIMIT_IN_FLIGHT: String(places) }
    const service = await start(await newPlace(), { SANDBOX_URL: sandbox.url, ...limits })
    const apiKey = await service.readDemoKey()
    const made = await post(`${service.url}/user/create_user`, apiKey, { name: 'Ben' })
    const { userId } = JSON.parse(made.text).results.user
    await linkUser({ url: service.url, apiKey }, { userId, platform: 'SOCIAL_A' })
    sandbox.faults.order({ platform: 'social', call: 'campaigns.list', kind: 'stall', times: 1_000_000 })

    const durationMs = sized(3000, 60_000)
    const posts: Question = ['social/get_page_posts', { userId, platform: 'SOCIAL_A' }]
    const served = { questions: [posts], apiKey, connections: 4, perSecond: 10, durationMs }
    const campaigns: Question = ['social/get_campaigns', { userId: 'usr_demo_all' }]
    const alone = await ask([service], served)
    const [beside, hanging] = await Promise.all([
      ask([service], served),
      // As many as would take every place of the key, if one user could.
      ask([service], { questions: [campaigns], apiKey, connections: places, perSecond: 30, durationMs }),
    ])
    expect({ limited: beside.limited, amiss: alone.amiss + beside.amiss }).toEqual({ limited: 0, amiss: 0 })
    expect(beside.good).toBeGreaterThan(0)
    expect(hanging.good).toBe(0)

    const { good, limited, shed } = beside
    const times = {
      p99Ms: beside.goodP99Ms.toFixed(1),
      p99MsAlone: alone.goodP99Ms.toFixed(1),
      ratio: (beside.goodP99Ms / alone.goodP99Ms).toFixed(2),
    }
    tell('T37', { good, limited, shed, ...(isLong ? times : {}) })
  },
  proofTimeoutMs,
)
