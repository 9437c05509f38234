// Whole processes that are killed, stopped and cut off from their database in the middle of writes. What happened is
// read from the sandbox's ledger and from the database. CHAOS_KEYS sets how many writes the larger tests make, ROUNDS how
// often a race is tried.

import { setTimeout } from 'node:timers/promises'
import type { Sandbox } from '@adrail/sandbox'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCluster } from '../../../../test/postgres.ts'
import { leastProCampaign } from '../../testing/proCampaign.ts'
import type { Place } from '../../testing/processes.ts'
import { leadForm } from '../../testing/search.ts'
import { leastCampaign } from '../../testing/searchCampaign.ts'
import { testDatabase } from '../../testing/service.ts'
import { leastSocialCampaign } from '../../testing/socialCampaign.ts'
import {
  type Answer,
  type Ask,
  effects,
  endLeases,
  held,
  insist,
  userId,
  useWorlds,
  withStore,
  workspaceId,
} from '../../testing/worlds.ts'
import { verifyChain } from '../audit/chain.ts'

const makeWorld = useWorlds()
const onPostgres = testDatabase() !== ''
const rounds = Number(process.env['ROUNDS'] ?? 8)
const manyKeys = Number(process.env['CHAOS_KEYS'] ?? 20)
const creating = 'search/create_search_campaign'
const mutate = { platform: 'search', call: 'googleAds:mutate' } as const

/** As if two minutes had gone by since: some platforms may find a thing only so long after they made it. */
function passTwoMinutes(place: Place): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db
      .updateTable('operation_steps')
      .set((set) => ({ intent_at: set('intent_at', '-', 120_000) }))
      .execute(),
  )
}

/** The audit chain is whole and has one entry for each operation that ended, and none for another. */
async function expectAudited(place: Place): Promise<void> {
  await withStore(place, async ({ db }) => {
    const operations = await db.selectFrom('operations').select(['id', 'state']).execute()
    const entries = await db.selectFrom('audit_entries').select('operation_id').execute()
    const recorded = entries.map(({ operation_id }) => operation_id).filter((id) => id !== '')
    expect(operations.map(({ state }) => state)).toEqual(
      operations.map(() => expect.stringMatching(/^(SUCCEEDED|FAILED)$/)),
    )
    expect(recorded.sort()).toEqual(operations.map(({ id }) => id).sort())
    expect((await verifyChain(db, workspaceId)).problem).toBe('')
  })
}

/** Every campaign that was made on any platform; what the professional network calls a group is one. */
function campaigns(sandbox: Sandbox): string[] {
  return [...effects(sandbox, 'campaign.create'), ...effects(sandbox, 'adCampaignGroup.created')]
}

describe('a process killed while it creates campaigns', () => {
  /** On each platform: what is asked, the requests that look, make and switch on, and what names the campaign. */
  const platforms = [
    {
      operation: creating,
      bodyOf: (name: string) => leastCampaign(userId, name),
      looks: { platform: 'search', call: 'googleAds:search' },
      makes: mutate,
      ends: { ...mutate, skip: 1 },
      idOf: (results: Answer['results']) => String(results['campaignResourceName']),
    },
    {
      operation: 'social/create_campaign',
      bodyOf: (name: string) => leastSocialCampaign(name),
      looks: { platform: 'social', call: 'batch' },
      makes: { platform: 'social', call: 'batch', skip: 1 },
      ends: { platform: 'social', call: 'campaign.update' },
      idOf: (results: Answer['results']) => String(results['campaignId']),
    },
    {
      operation: 'pro/create_campaign',
      bodyOf: (name: string) => leastProCampaign(name),
      looks: { platform: 'pro', call: 'audienceCounts.targetingCriteriaV2' },
      makes: { platform: 'pro', call: 'adCampaignGroups.create' },
      ends: { platform: 'pro', call: 'adCampaignGroups.update' },
      idOf: (results: Answer['results']) => String(results['campaignId']),
    },
  ] as const
  const points = [
    ['while it plans', 'looks', 'before'],
    ['after the intent, before the effect', 'makes', 'before'],
    ['after the effect, before the answer', 'makes', 'after'],
    ['after the record of the first step', 'ends', 'before'],
    ['after the last effect, before its record', 'ends', 'after'],
    ['after the answer', undefined, 'after'],
  ] as const

  test('leaves one campaign, one answer and one audit entry of each, at whichever point it dies', async () => {
    const { sandbox, place, begin } = await makeWorld()
    let { service, ask } = await begin()
    for (const [point, request, when] of points) {
      const attempts = platforms.map(({ operation, bodyOf }, number) => () => {
        const key = `killed-${point.replaceAll(' ', '-')}-${number}`
        return ask(operation, bodyOf(`Killed ${point}`), key)
      })
      const faults = request
        ? platforms.map((each) => sandbox.faults.order({ ...each[request], kind: 'stall', when }))
        : []
      const first = attempts.map((attempt) => attempt().catch(() => undefined))
      if (request) await Promise.all(faults.map(held))
      else await Promise.all(first)
      service.kill('SIGKILL')
      await service.exit
      const answered = await Promise.all(first)
      // Where others may still serve, a dead owner's lease has to run out; alone in its folder, the next one knows better.
      if (onPostgres) await endLeases(place)
      await passTwoMinutes(place)
      ;({ service, ask } = await begin())

      for (const [number, { operation, idOf }] of platforms.entries()) {
        const attempt = attempts[number] as () => Promise<Answer>
        const what = `${operation} ${point}`
        const again = await insist(attempt)
        expect(again, what).toMatchObject({ status: 200, results: { success: true } })
        if (answered[number]) expect(again.results).toEqual(answered[number].results)
        const replayed = await attempt()
        expect([replayed.replayed, replayed.results], what).toEqual([true, again.results])
        const made = campaigns(sandbox).filter((effect) => effect.endsWith(` ${idOf(again.results)}`))
        expect(made, what).toHaveLength(1)
      }
    }
    expect(campaigns(sandbox)).toHaveLength(points.length * platforms.length)
    await expectAudited(place)
  }, 240_000)
})

describe('a service that starts again after it was killed', () => {
  const hour = 3_600_000
  const shifted = (place: Place, byMs: number) =>
    withStore(place, ({ db }) =>
      db
        .updateTable('operations')
        .set((set) => ({
          next_run_at: set('next_run_at', '+', byMs),
          // Leases go by the database's clock. Where that is the machine's own, it jumped as well; elsewhere they run out.
          lease_until: onPostgres ? 1 : set('lease_until', '+', byMs),
        }))
        .execute(),
    )

  test('settles what was cut off by itself, without being asked, whatever the clock did meanwhile', async () => {
    const { sandbox, place, begin } = await makeWorld()
    let { service, ask } = await begin()
    for (const [round, byMs] of [0, hour, -hour].entries()) {
      const cut: Promise<unknown>[] = []
      for (const when of ['before', 'after'] as const) {
        const fault = sandbox.faults.order({ ...mutate, kind: 'stall', when })
        const body = leastCampaign(userId, `Cut off ${round} ${when}`)
        cut.push(ask(creating, body).catch(() => undefined))
        await held(fault)
      }
      service.kill('SIGKILL')
      await service.exit
      await Promise.all(cut)
      await shifted(place, byMs)
      ;({ service, ask } = await begin())
      const states = () => withStore(place, ({ db }) => db.selectFrom('operations').select('state').execute())
      const all = Array(2 * (round + 1)).fill({ state: 'SUCCEEDED' })
      await expect.poll(states, { timeout: 20_000 }).toEqual(all)
    }
    expect(effects(sandbox, 'campaign.create')).toHaveLength(6)
    await expectAudited(place)
  }, 240_000)
})

describe.skipIf(!onPostgres)('several processes on one database', () => {
  test('give each key one effect, however many requests use it at once, and none to another body', async () => {
    const { sandbox, place, begin } = await makeWorld()
    const both = [await begin(), await begin()]
    const keys = Array.from({ length: manyKeys }, (_, number) => `same-${number}`)
    const requests = keys.flatMap((key) => Array.from({ length: 50 }, (_, copy) => ({ key, copy })))
    // So many at once are more than a busy process takes in: whoever is sent away comes back.
    const askPatiently = async (copy: number, ...request: Parameters<Ask>): Promise<Answer> => {
      for (let turn = copy; ; turn++) {
        const answer = await both[turn % 2]?.ask(...request)
        if (answer && answer.code !== 'OVERLOADED') return answer
        await setTimeout(100)
      }
    }
    const answers = await Promise.all(
      requests.map(({ key, copy }) =>
        askPatiently(copy, 'search/create_lead_form', { ...leadForm, name: `Form ${key}` }, key),
      ),
    )
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['200 ', '409 IDEMPOTENCY_IN_PROGRESS']),
    )
    expect(effects(sandbox, 'asset.create')).toHaveLength(keys.length)

    for (const key of keys) {
      const given = answers.filter(({ status }, index) => status === 200 && requests[index]?.key === key)
      expect(new Set(given.map(({ results }) => JSON.stringify(results))).size, key).toBe(1)
    }
    const others = await Promise.all(
      keys.map((key, number) =>
        askPatiently(number, 'search/create_lead_form', { ...leadForm, name: `Other ${key}` }, key),
      ),
    )
    expect(new Set(others.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['422 IDEMPOTENCY_KEY_REUSED']),
    )
    expect(effects(sandbox, 'asset.create')).toHaveLength(keys.length)
    await expectAudited(place)
  }, 240_000)

  test('do equal requests without a key once, when both get them at the same time', async () => {
    const { sandbox, begin } = await makeWorld()
    const both = [await begin(), await begin()]
    for (let round = 0; round < rounds; round++) {
      const audience = { name: `Twin ${round}`, description: '', type: 'submit', leadFormIds: ['700011'] }
      const made = [
        ['social/create_leadform_audience', audience],
        ['search/create_lead_form', { ...leadForm, name: `Twin ${round}` }],
      ] as const
      for (const [operation, body] of made) {
        const answers = await Promise.all(both.map(({ ask }) => ask(operation, body)))
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect(answers[0]?.results).toEqual(answers[1]?.results)
      }
    }
    expect(effects(sandbox, 'asset.create')).toHaveLength(rounds)
    expect(effects(sandbox, 'audience.create')).toHaveLength(rounds)
  }, 240_000)

  test('let an owner that stood still past its lease write nothing when it wakes up', async () => {
    const { sandbox, place, begin } = await makeWorld()
    const [sleeper, other] = [await begin(), await begin()]
    const points = [
      ['while it plans', { platform: 'search', call: 'googleAds:search', kind: 'stall' }],
      ['before the effect', { ...mutate, kind: 'stall' }],
      ['after the effect', { ...mutate, kind: 'stall', when: 'after' }],
      ['before the last effect', { ...mutate, kind: 'stall', skip: 1 }],
    ] as const
    for (const [point, fault] of points) {
      const body = leastCampaign(userId, `Asleep ${point}`)
      const key = `asleep-${point.replaceAll(' ', '-')}`
      const ordered = sandbox.faults.order(fault)
      const late = sleeper.ask(creating, body, key)
      await held(ordered)
      sleeper.service.kill('SIGSTOP')
      await endLeases(place)

      const taken = await insist(() => other.ask(creating, body, key))
      expect(taken, point).toMatchObject({ status: 200, results: { success: true } })
      sandbox.faults.release(ordered.id)
      sleeper.service.kill('SIGCONT')
      const woken = await late

      expect([woken.status, woken.code], point).toEqual([504, 'OPERATION_PENDING'])
      expect((await other.ask(creating, body, key)).results, point).toEqual(taken.results)
      expect((await sleeper.ask(creating, body, key)).results, point).toEqual(taken.results)
    }
    expect(effects(sandbox, 'campaign.create')).toHaveLength(points.length)
    await withStore(place, async ({ db }) => {
      const steps = await db
        .selectFrom('operation_steps')
        .innerJoin('operations', 'operations.id', 'operation_steps.operation_id')
        .select([
          'operation_steps.fence as stepFence',
          'operations.fence as fence',
          'operation_steps.state as state',
        ])
        .execute()
      expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['DONE']))
      for (const { stepFence, fence } of steps) expect(stepFence).toBeLessThanOrEqual(fence)
    })
    await expectAudited(place)
  }, 240_000)

  test('lose nothing they acknowledged when PostgreSQL restarts under their writes', async () => {
    const cluster = makeCluster()
    if (!cluster) throw new Error('There is no PostgreSQL, though this project runs on it.')
    await cluster.start()
    const { sandbox, place, begin } = await makeWorld(cluster.url)
    onTestFinished(async () => {
      await cluster.stop()
      cluster.remove()
    })
    const both = [await begin(), await begin()]
    const seen = new Set<string>()
    const acknowledged = new Map<string, Answer>()
    let ended = false
    onTestFinished(() => {
      ended = true
    })
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let number = 0; !ended; number++) {
        const key = `restart-${client}-${number}`
        for (let attempt = client; !acknowledged.has(key); attempt++) {
          const answer = await both[attempt % 2]?.ask(
            'search/create_lead_form',
            { ...leadForm, name: `Form ${key}` },
            key,
          )
          if (!answer) continue
          seen.add(`${answer.status} ${answer.code} ${answer.retryAfter === '' ? '' : 'wait'}`.trim())
          if (answer.status === 200) acknowledged.set(key, answer)
        }
      }
    })
    for (let round = 0; round < 3; round++) {
      const enough = acknowledged.size + 40
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(enough)
      await cluster.stop()
      await expect
        .poll(
          async () =>
            (await both[0]?.ask('search/create_lead_form', { ...leadForm, name: 'Down' }, 'down'))?.status,
        )
        .toBe(503)
      await cluster.start()
    }
    ended = true
    await Promise.all(clients)

    const allowed = [
      '200',
      '409 IDEMPOTENCY_IN_PROGRESS wait',
      '503 DATABASE_UNAVAILABLE wait',
      '504 OPERATION_PENDING wait',
    ]
    expect(allowed).toEqual(expect.arrayContaining([...seen]))
    expect(seen).toContain('503 DATABASE_UNAVAILABLE wait')
    for (const [key, answer] of acknowledged) {
      const again = await both[0]?.ask('search/create_lead_form', { ...leadForm, name: `Form ${key}` }, key)
      expect(again, key).toMatchObject({ status: 200, replayed: true, results: answer.results })
    }
    expect(effects(sandbox, 'asset.create')).toHaveLength(acknowledged.size)
    for (const { service } of both) {
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
      service.kill('SIGTERM')
      expect(await service.exit).toBe(0)
    }
    await expectAudited(place)
  }, 240_000)
})
