// T37: the account of one user hangs, and another user of the same key is not affected.

import { linkUser, noLimits, post, startTestSandbox, useProcesses } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { type OperationCall, runLoad } from './clientLoad.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof } from './proofRun.ts'

const { newInstallation, start } = useProcesses()
/** The number of concurrent requests that one key may have. The rate per minute does not matter here. */
const maxConcurrentRequests = 20

test(
  'a user is served without errors while the account of another user of the same key hangs',
  async () => {
    const sandbox = await startTestSandbox()
    const limits = { ...noLimits, RATE_LIMIT_IN_FLIGHT: String(maxConcurrentRequests) }
    const service = await start(await newInstallation(), { SANDBOX_URL: sandbox.url, ...limits })
    const apiKey = await service.readDemoKey()
    const made = await post(`${service.url}/user/create_user`, apiKey, { name: 'Ben' })
    const { userId } = JSON.parse(made.text).results.user
    await linkUser({ url: service.url, apiKey }, { userId, platform: 'SOCIAL_A' })
    sandbox.faults.order({ platform: 'social', call: 'campaigns.list', kind: 'stall', times: 1_000_000 })

    const durationMs = proofSize(3000, 60_000)
    const posts: OperationCall = ['social/get_page_posts', { userId, platform: 'SOCIAL_A' }]
    const otherUserLoad = { calls: [posts], apiKey, connections: 4, perSecond: 10, durationMs }
    const campaigns: OperationCall = ['social/get_campaigns', { userId: 'usr_demo_all' }]
    const withoutHanging = await runLoad([service], otherUserLoad)
    const [withHanging, hanging] = await Promise.all([
      runLoad([service], otherUserLoad),
      // These connections would fill all places of the key if one user could take them.
      runLoad([service], {
        calls: [campaigns],
        apiKey,
        connections: maxConcurrentRequests,
        perSecond: 30,
        durationMs,
      }),
    ])
    expect({
      limited: withHanging.limited,
      unexpected: withoutHanging.unexpected + withHanging.unexpected,
    }).toEqual({ limited: 0, unexpected: 0 })
    expect(withHanging.good).toBeGreaterThan(0)
    expect(hanging.good).toBe(0)

    const { good, limited, shed } = withHanging
    const times = {
      p99Ms: withHanging.goodP99Ms.toFixed(1),
      p99MsAlone: withoutHanging.goodP99Ms.toFixed(1),
      ratio: (withHanging.goodP99Ms / withoutHanging.goodP99Ms).toFixed(2),
    }
    reportProof('T37', { good, limited, shed, ...(isLong ? times : {}) })
  },
  proofTimeoutMs,
)
