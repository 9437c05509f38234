// T18: one workspace sends ten times its allowed rate, and another workspace is not affected.

import { type ServiceProcess, startTestSandbox, testDatabaseUrl, useProcesses } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { type OperationCall, runLoad } from './clientLoad.ts'
import { isLong, proofSize, proofTimeoutMs, reportProof } from './proofRun.ts'
import { createWorkspaceKey } from './workspaceKeys.ts'

const processes = useProcesses()
const count = testDatabaseUrl() === '' ? 1 : 2
const forMs = proofSize(3000, 60_000)
/** The default limit of every key. */
const [burst, perSecond] = [100, 10]

test(
  'a workspace within its limit is never refused while another workspace sends ten times its own limit',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await processes.newInstallation()
    const services: ServiceProcess[] = []
    while (services.length < count) services.push(await processes.start(place, { SANDBOX_URL: sandbox.url }))
    const noisyKey = (await services[0]?.readDemoKey()) ?? ''
    const quietKey = await createWorkspaceKey(processes, place, 'Quiet')

    const durationMs = forMs
    const calls: readonly OperationCall[] = [['user/list_users', {}]]
    const quiet = { calls, apiKey: quietKey, connections: 8, perSecond: perSecond / 2, durationMs }
    const quietAlone = await runLoad(services, quiet)
    const [quietWithNoisy, noisy] = await Promise.all([
      runLoad(services, quiet),
      runLoad(services, {
        calls,
        apiKey: noisyKey,
        connections: 50,
        perSecond: 10 * perSecond,
        durationMs,
      }),
    ])
    // On a busy machine, a process may refuse requests of every workspace. Those refusals do not come from
    // rate limits.
    expect({
      alone: quietAlone.limited,
      withNoisy: quietWithNoisy.limited,
      unexpected: quietAlone.unexpected + quietWithNoisy.unexpected,
    }).toEqual({
      alone: 0,
      withNoisy: 0,
      unexpected: 0,
    })
    expect(quietWithNoisy.good).toBeGreaterThan(0)
    expect(noisy.unexpected).toBe(0)
    // The noisy workspace stays within its own limit. In the short form, its burst may last to the end.
    expect(noisy.good).toBeLessThanOrEqual(burst + Math.ceil((perSecond * (forMs + 2000)) / 1000))

    const figures = {
      processes: count,
      quietGood: quietWithNoisy.good,
      quietLimited: quietWithNoisy.limited,
      quietShed: quietWithNoisy.shed,
      noisyGood: noisy.good,
      noisyLimited: noisy.limited,
    }
    const times = {
      quietP99Ms: quietWithNoisy.goodP99Ms.toFixed(1),
      quietP99MsAlone: quietAlone.goodP99Ms.toFixed(1),
      ratio: (quietWithNoisy.goodP99Ms / quietAlone.goodP99Ms).toFixed(2),
    }
    reportProof('T18', { ...figures, ...(isLong ? times : {}) })
  },
  proofTimeoutMs,
)
