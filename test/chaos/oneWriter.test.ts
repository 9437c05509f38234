// Two processes get the same request at once, and one process is suspended while another continues its work.
// The sandbox's ledger and the database show the results.

import { setTimeout } from 'node:timers/promises'
import type { Installation } from '@adrail/server/testing'
import {
  expectCompleteAudit,
  expireLeases,
  leadForm,
  listEffects,
  minimalSearchCampaign,
  retryUntilFinal,
  type SendRequest,
  type ServiceResponse,
  testDatabaseUrl,
  userId,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '@adrail/server/testing'
import { describe, expect, test, vi } from 'vitest'
import { mutate } from './creations.ts'
import { proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const makeWorld = useServiceFixtures()
vi.setConfig({ testTimeout: proofTimeoutMs })
const creating = 'search/create_search_campaign'
const makingForm = 'search/create_lead_form'

describe.skipIf(testDatabaseUrl() === '')('two processes on one database', () => {
  test('execute each idempotency key once, refuse another body under the key, and merge equal requests without a key', async () => {
    const { sandbox, installation, start } = await makeWorld()
    const both = await Promise.all([start(), start()])
    // So many concurrent requests overload a busy process. Refused callers retry.
    const sendUntilAccepted = async (
      copy: number,
      ...request: Parameters<SendRequest>
    ): Promise<ServiceResponse> => {
      for (let attempt = copy; ; attempt++) {
        const response = await both[attempt % 2]?.send(...request)
        if (response && response.code !== 'OVERLOADED') return response
        await setTimeout(100)
      }
    }
    const keys = Array.from({ length: proofSize(10, 200) }, (_, number) => `same-${number}`)
    const copies = proofSize(20, 50)
    const began = performance.now()
    const seen = new Set<string>()
    let replays = 0
    // Ten keys run at a time, with all requests of each key at once.
    for (let first = 0; first < keys.length; first += 10)
      await Promise.all(
        keys.slice(first, first + 10).map(async (key) => {
          const body = { ...leadForm, name: `Form ${key}` }
          const responses = await Promise.all(
            Array.from({ length: copies }, (_, copy) => sendUntilAccepted(copy, makingForm, body, key)),
          )
          const successes = responses.filter(({ status }) => status === 200)
          expect(new Set(successes.map(({ results }) => JSON.stringify(results))).size, key).toBe(1)
          for (const { status, code } of responses) seen.add(`${status} ${code}`.trim())
          replays += responses.filter(({ replayed }) => replayed).length
        }),
      )
    expect(['200', '409 IDEMPOTENCY_IN_PROGRESS']).toEqual(expect.arrayContaining([...seen]))
    const made = () => listEffects(sandbox, 'asset.create').length
    expect(made()).toBe(keys.length)

    const others = await Promise.all(
      keys.map((key, number) =>
        sendUntilAccepted(number, makingForm, { ...leadForm, name: `Other ${key}` }, key),
      ),
    )
    expect(new Set(others.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['422 IDEMPOTENCY_KEY_REUSED']),
    )
    expect(made()).toBe(keys.length)
    const counts = { keys: keys.length, requests: keys.length * copies, effects: made(), replays }
    const seconds = secondsSince(began)

    const twins = proofSize(4, 50)
    for (let twin = 0; twin < twins; twin++) {
      const audience = { name: `Twin ${twin}`, description: '', type: 'submit', leadFormIds: ['700011'] }
      const bodies = [
        ['social/create_leadform_audience', audience],
        [makingForm, { ...leadForm, name: `Twin ${twin}` }],
      ] as const
      for (const [operation, body] of bodies) {
        const responses = await Promise.all(both.map(({ send }) => send(operation, body)))
        expect(responses.map(({ status }) => status)).toEqual([200, 200])
        expect(responses[0]?.results).toEqual(responses[1]?.results)
      }
    }
    expect(made()).toBe(keys.length + twins)
    expect(listEffects(sandbox, 'audience.create')).toHaveLength(twins)
    await expectCompleteAudit(installation)
    reportProof('T3', { ...counts, otherBodiesRefused: others.length, equalWithoutKey: 2 * twins, seconds })
  })

  test('prevent all writes of a suspended owner that wakes up after its lease has expired', async () => {
    const { sandbox, installation, start } = await makeWorld()
    const [sleeper, other] = await Promise.all([start(), start()])
    const times = proofSize(standstills.length, 50)
    let sentAfterWaking = 0
    for (let time = 0; time < times; time++) {
      const { point, faults, stoppedMs, remainingCalls } = standstillAt(time)
      const what = `Asleep ${point} ${time}`
      const body = minimalSearchCampaign(userId, what)
      const key = what.replaceAll(' ', '-')
      const ordered = faults.map((fault) => sandbox.faults.order(fault))
      const holding = ordered.at(-1)
      if (!holding) throw new Error('Nothing holds the process.')
      await makeTokensRefreshable(installation)
      const late = sleeper.send(creating, body, key)
      await waitUntilHeld(holding)
      sleeper.service.kill('SIGSTOP')
      await setTimeout(stoppedMs)
      await expireLeases(installation)

      // The first process wakes up while the second one is in the middle of the same write.
      const holdingOther = sandbox.faults.order({ ...mutate, kind: 'stall', skip: remainingCalls - 1 })
      const pendingTakeover = retryUntilFinal(() => other.send(creating, body, key))
      await waitUntilHeld(holdingOther)
      const [rows, since] = [await journalRows(installation), sandbox.requests.nextSequence()]
      sandbox.faults.release(holding.id)
      sleeper.service.kill('SIGCONT')
      const woken = await late
      expect([woken.status, woken.code], what).toEqual([504, 'OPERATION_PENDING'])
      expect(await journalRows(installation), `${what}: rows of the journal`).toEqual(rows)
      sentAfterWaking += sandbox.requests.list({ ...mutate, since }).length
      expect(sentAfterWaking, `${what}: requests sent after waking`).toBe(0)

      sandbox.faults.release(holdingOther.id)
      const takeover = await pendingTakeover
      expect(takeover, what).toMatchObject({ status: 200, results: { success: true } })
      expect((await other.send(creating, body, key)).results, what).toEqual(takeover.results)
      expect((await sleeper.send(creating, body, key)).results, what).toEqual(takeover.results)
    }
    const made = listEffects(sandbox, 'campaign.create').length
    expect(made).toBe(times)
    await withStore(installation, async ({ db }) => {
      const steps = await db
        .selectFrom('operation_steps')
        .innerJoin('operations', 'operations.id', 'operation_steps.operation_id')
        .select(['operation_steps.fence as stepFence', 'operations.fence', 'operation_steps.state'])
        .execute()
      expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['DONE']))
      for (const { stepFence, fence } of steps) expect(stepFence).toBeLessThanOrEqual(fence)
    })
    await expectCompleteAudit(installation)
    reportProof('T4', { stoodStill: times, made, sentAfterWaking })
  })
})

/** Slightly longer than the ten seconds after which no request may start under a lease of 45 seconds. */
const pastLastSendMs = 10_500
const read = { platform: 'search', call: 'googleAds:search' } as const
const refused = { kind: 'status', status: 401, code: 'authenticationError.OAUTH_TOKEN_EXPIRED' } as const

/**
 * The points at which a process stops. The last fault stalls the process. The other process sends
 * `remainingCalls` changing requests.
 */
const standstills = [
  { point: 'while it plans', faults: [{ ...read, kind: 'stall' }], stoppedMs: 0, remainingCalls: 2 },
  { point: 'before the effect', faults: [{ ...mutate, kind: 'stall' }], stoppedMs: 0, remainingCalls: 2 },
  {
    point: 'after the effect',
    faults: [{ ...mutate, kind: 'stall', when: 'after' }],
    stoppedMs: 0,
    remainingCalls: 1,
  },
  {
    point: 'before the last effect',
    faults: [{ ...mutate, kind: 'stall', skip: 1 }],
    stoppedMs: 0,
    remainingCalls: 1,
  },
  {
    point: 'while it looks up a lost request',
    faults: [
      { ...mutate, kind: 'reset' },
      { ...read, kind: 'stall', when: 'after' },
    ],
    stoppedMs: 0,
    remainingCalls: 2,
  },
  {
    point: 'while its token is refreshed',
    faults: [
      { ...mutate, ...refused },
      { platform: 'search', call: 'oauth.token', kind: 'stall' },
    ],
    stoppedMs: pastLastSendMs,
    remainingCalls: 2,
  },
] as const

/**
 * From its second creation on, a process plans with cached lists, so a fault can stall planning only once.
 */
function standstillAt(time: number): (typeof standstills)[number] {
  const [planning, ...others] = standstills
  return time === 0 ? planning : (others[(time - 1) % others.length] ?? planning)
}

/** The journal does not refresh a token that is younger than 30 seconds. */
function makeTokensRefreshable(place: Installation): Promise<unknown> {
  return withStore(place, ({ db }) =>
    db
      .updateTable('credentials')
      .set((set) => ({ refreshed_at: set('refreshed_at', '-', 60_000) }))
      .execute(),
  )
}

/** Returns all writes with their steps, column by column. */
function journalRows(place: Installation): Promise<unknown> {
  return withStore(place, async ({ db }) => [
    await db.selectFrom('operations').selectAll().orderBy('id').execute(),
    await db.selectFrom('operation_steps').selectAll().orderBy('operation_id').orderBy('number').execute(),
  ])
}
