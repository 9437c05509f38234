// Two processes that get the same request at once, and one that stands still while another goes on with its work. What
// happened is read from the sandbox's ledger and from the database.

import { setTimeout } from 'node:timers/promises'
import { testDatabase } from '@adrail/server/testing'
import { leadForm } from '@adrail/server/testing/search'
import { leastCampaign } from '@adrail/server/testing/searchCampaign'
import {
  type Answer,
  type Ask,
  effects,
  endLeases,
  expectAudited,
  held,
  insist,
  userId,
  useWorlds,
  withStore,
} from '@adrail/server/testing/worlds'
import { describe, expect, test, vi } from 'vitest'
import { mutate } from './creations.ts'
import { proofTimeoutMs, secondsSince, sized, tell } from './figures.ts'

const makeWorld = useWorlds()
vi.setConfig({ testTimeout: proofTimeoutMs })
const creating = 'search/create_search_campaign'
const makingForm = 'search/create_lead_form'

describe.skipIf(testDatabase() === '')('two processes on one database', () => {
  test('give each key one effect, however many requests use it at once, and none to another body; equal requests without a key are one', async () => {
    const { sandbox, place, begin } = await makeWorld()
    const both = await Promise.all([begin(), begin()])
    // So many at once are more than a busy process takes in: whoever is sent away comes back.
    const askPatiently = async (copy: number, ...request: Parameters<Ask>): Promise<Answer> => {
      for (let turn = copy; ; turn++) {
        const answer = await both[turn % 2]?.ask(...request)
        if (answer && answer.code !== 'OVERLOADED') return answer
        await setTimeout(100)
      }
    }
    const keys = Array.from({ length: sized(10, 200) }, (_, number) => `same-${number}`)
    const copies = sized(20, 50)
    const began = performance.now()
    const seen = new Set<string>()
    let replays = 0
    // Ten keys at a time, and all requests of each at once.
    for (let first = 0; first < keys.length; first += 10)
      await Promise.all(
        keys.slice(first, first + 10).map(async (key) => {
          const body = { ...leadForm, name: `Form ${key}` }
          const answers = await Promise.all(
            Array.from({ length: copies }, (_, copy) => askPatiently(copy, makingForm, body, key)),
          )
          const given = answers.filter(({ status }) => status === 200)
          expect(new Set(given.map(({ results }) => JSON.stringify(results))).size, key).toBe(1)
          for (const { status, code } of answers) seen.add(`${status} ${code}`.trim())
          replays += answers.filter(({ replayed }) => replayed).length
        }),
      )
    expect(['200', '409 IDEMPOTENCY_IN_PROGRESS']).toEqual(expect.arrayContaining([...seen]))
    const made = () => effects(sandbox, 'asset.create').length
    expect(made()).toBe(keys.length)

    const others = await Promise.all(
      keys.map((key, number) => askPatiently(number, makingForm, { ...leadForm, name: `Other ${key}` }, key)),
    )
    expect(new Set(others.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['422 IDEMPOTENCY_KEY_REUSED']),
    )
    expect(made()).toBe(keys.length)
    const counts = { keys: keys.length, requests: keys.length * copies, effects: made(), replays }
    const seconds = secondsSince(began)

    const twins = sized(4, 50)
    for (let twin = 0; twin < twins; twin++) {
      const audience = { name: `Twin ${twin}`, description: '', type: 'submit', leadFormIds: ['700011'] }
      const bodies = [
        ['social/create_leadform_audience', audience],
        [makingForm, { ...leadForm, name: `Twin ${twin}` }],
      ] as const
      for (const [operation, body] of bodies) {
        const answers = await Promise.all(both.map(({ ask }) => ask(operation, body)))
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect(answers[0]?.results).toEqual(answers[1]?.results)
      }
    }
    expect(made()).toBe(keys.length + twins)
    expect(effects(sandbox, 'audience.create')).toHaveLength(twins)
    await expectAudited(place)
    tell('T3', { ...counts, otherBodiesRefused: others.length, equalWithoutKey: 2 * twins, seconds })
  })

  test('let an owner that stood still past its lease write nothing when it wakes up', async () => {
    const { sandbox, place, begin } = await makeWorld()
    const [sleeper, other] = await Promise.all([begin(), begin()])
    const points = [
      ['while it plans', { platform: 'search', call: 'googleAds:search', kind: 'stall' }],
      ['before the effect', { ...mutate, kind: 'stall' }],
      ['after the effect', { ...mutate, kind: 'stall', when: 'after' }],
      ['before the last effect', { ...mutate, kind: 'stall', skip: 1 }],
    ] as const
    const times = sized(4, 50)
    for (let time = 0; time < times; time++) {
      const [point, fault] = points[time % points.length] ?? points[0]
      const what = `Asleep ${point} ${time}`
      const body = leastCampaign(userId, what)
      const key = what.replaceAll(' ', '-')
      const ordered = sandbox.faults.order(fault)
      const late = sleeper.ask(creating, body, key)
      await held(ordered)
      sleeper.service.kill('SIGSTOP')
      await endLeases(place)

      const taken = await insist(() => other.ask(creating, body, key))
      expect(taken, what).toMatchObject({ status: 200, results: { success: true } })
      sandbox.faults.release(ordered.id)
      sleeper.service.kill('SIGCONT')
      const woken = await late

      expect([woken.status, woken.code], what).toEqual([504, 'OPERATION_PENDING'])
      expect((await other.ask(creating, body, key)).results, what).toEqual(taken.results)
      expect((await sleeper.ask(creating, body, key)).results, what).toEqual(taken.results)
    }
    const made = effects(sandbox, 'campaign.create').length
    expect(made).toBe(times)
    await withStore(place, async ({ db }) => {
      const steps = await db
        .selectFrom('operation_steps')
        .innerJoin('operations', 'operations.id', 'operation_steps.operation_id')
        .select(['operation_steps.fence as stepFence', 'operations.fence', 'operation_steps.state'])
        .execute()
      expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['DONE']))
      for (const { stepFence, fence } of steps) expect(stepFence).toBeLessThanOrEqual(fence)
    })
    await expectAudited(place)
    tell('T4', { stoodStill: times, made })
  })
})
