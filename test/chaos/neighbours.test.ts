// T18: one workspace asks for ten times what it may, or the account of one user hangs; whoever is beside it notices nothing.

import type { Sandbox } from '@adrail/sandbox'
import { testDatabase } from '@adrail/server/testing'
import { linkUser } from '@adrail/server/testing/linking'
import {
  type Environment,
  noLimits,
  type Place,
  post,
  type ServiceProcess,
  useProcesses,
} from '@adrail/server/testing/processes'
import { sandboxForTest } from '@adrail/server/testing/worlds'
import { expect, test } from 'vitest'
import { ask } from './crowds.ts'
import { isLong, proofTimeoutMs, sized, tell } from './figures.ts'
import { newKeyIn } from './keys.ts'

const processes = useProcesses()
const count = testDatabase() === '' ? 1 : 2
const forMs = sized(3000, 60_000)
/** The limit of every key as it is by default. */
const [burst, perSecond] = [100, 10]

async function begin(environment: Environment = {}): Promise<Beginning> {
  const sandbox = await sandboxForTest()
  const place = await processes.newPlace()
  const services: ServiceProcess[] = []
  while (services.length < count)
    services.push(await processes.start(place, { SANDBOX_URL: sandbox.url, ...environment }))
  return { sandbox, place, services, apiKey: (await services[0]?.demoKey()) ?? '' }
}

interface Beginning {
  readonly sandbox: Sandbox
  readonly place: Place
  readonly services: readonly ServiceProcess[]
  readonly apiKey: string
}

test(
  'a workspace within its limit is never refused beside one that asks for ten times as much as it may',
  async () => {
    const { place, services, apiKey: noisyKey } = await begin()
    const quietKey = await newKeyIn(processes, place, 'Quiet')

    const durationMs = forMs
    const question = { operation: 'user/list_users', body: {} }
    const quiet = { ...question, apiKey: quietKey, connections: 8, perSecond: perSecond / 2, durationMs }
    const alone = await ask(services, quiet)
    const [beside, noisy] = await Promise.all([
      ask(services, quiet),
      ask(services, {
        ...question,
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

test(
  'a user is served as ever beside another one of the same key whose account hangs',
  async () => {
    // How many come at once is limited as always, how many in a minute is not: hanging takes places.
    const { sandbox, services, apiKey } = await begin({ ...noLimits, RATE_LIMIT_IN_FLIGHT: '20' })
    const url = services[0]?.url ?? ''
    const made = await post(`${url}/user/create_user`, apiKey, { name: 'Ben' })
    const { userId } = JSON.parse(made.text).results.user
    await linkUser({ url, apiKey }, { userId, platform: 'SOCIAL_A' })
    sandbox.faults.order({ platform: 'social', call: 'campaigns.list', kind: 'stall', times: 1_000_000 })

    const posts = { operation: 'social/get_page_posts', body: { userId, platform: 'SOCIAL_A' } }
    const served = { ...posts, apiKey, connections: 4, perSecond: 10, durationMs: forMs }
    const campaigns = { operation: 'social/get_campaigns', body: { userId: 'usr_demo_all' } }
    const alone = await ask(services, served)
    const [beside, hanging] = await Promise.all([
      ask(services, served),
      ask(services, { ...campaigns, apiKey, connections: 60, perSecond: 30, durationMs: forMs }),
    ])
    expect({ limited: beside.limited, amiss: alone.amiss + beside.amiss }).toEqual({ limited: 0, amiss: 0 })
    expect(beside.good).toBeGreaterThan(0)
    expect(hanging.good).toBe(0)

    const { good, limited, shed } = beside
    const figures = { processes: count, good, limited, shed }
    const times = {
      p99Ms: beside.goodP99Ms.toFixed(1),
      p99MsAlone: alone.goodP99Ms.toFixed(1),
      ratio: (beside.goodP99Ms / alone.goodP99Ms).toFixed(2),
    }
    tell('T18 hanging account', { ...figures, ...(isLong ? times : {}) })
  },
  proofTimeoutMs,
)
