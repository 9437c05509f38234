// T18: one workspace asks for ten times what it may; another one beside it notices nothing.

import { testDatabaseUrl } from '@adrail/server/testing'
import { type ServiceProcess, useProcesses } from '@adrail/server/testing/processes'
import { startTestSandbox } from '@adrail/server/testing/worlds'
import { expect, test } from 'vitest'
import { ask, type Question } from './crowds.ts'
import { isLong, proofTimeoutMs, sized, tell } from './figures.ts'
import { newKeyIn } from './keys.ts'

const processes = useProcesses()
const count = testDatabaseUrl() === '' ? 1 : 2
const forMs = sized(3000, 60_000)
/** The limit of every key as it is by default. */
const [burst, perSecond] = [100, 10]

test(
  'a workspace within its limit is never refused beside one that asks for ten times as much as it may',
  async () => {
    const sandbox = await startTestSandbox()
    const place = await processes.newInstallation()
    const services: ServiceProcess[] = []
    while (services.length < count) services.push(await processes.start(place, { SANDBOX_URL: sandbox.url }))
    const noisyKey = (await services[0]?.readDemoKey()) ?? ''
    const quietKey = await newKeyIn(processes, place, 'Quiet')

    const durationMs = forMs
    const questions: readonly Question[] = [['user/list_users', {}]]
    const quiet = { questions, apiKey: quietKey, connections: 8, perSecond: perSecond / 2, durationMs }
    const alone = await ask(services, quiet)
    const [beside, noisy] = await Promise.all([
      ask(services, quiet),
      ask(services, {
        questions,
        apiKey: noisyKey,
        connections: 50,
        perSecond: 10 * perSecond,
        durationMs,
      }),
    ])
    // A machine that is busy with other things may make a process refuse some of everybody's: that is no matter of limits.
    expect({ alone: alone.limited, beside: beside.limited, amiss: alone.amiss + beside.amiss }).toEqual({
      alone: 0,
      beside: 0,
      amiss: 0,
    })
    expect(beside.good).toBeGreaterThan(0)
    expect(noisy.amiss).toBe(0)
    // It is held to its own limit; in the short form its burst may last to the end.
    expect(noisy.good).toBeLessThanOrEqual(burst + Math.ceil((perSecond * (forMs + 2000)) / 1000))

    const figures = {
      processes: count,
      quietGood: beside.good,
      quietLimited: beside.limited,
      quietShed: beside.shed,
      noisyGood: noisy.good,
      noisyLimited: noisy.limited,
    }
    const times = {
      quietP99Ms: beside.goodP99Ms.toFixed(1),
      quietP99MsAlone: alone.goodP99Ms.toFixed(1),
      ratio: (beside.goodP99Ms / alone.goodP99Ms).toFixed(2),
    }
    tell('T18', { ...figures, ...(isLong ? times : {}) })
  },
  proofTimeoutMs,
)
