import { dryRunResults } from '@adrail/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { useService } from '../../testing/service.ts'
import { verifyChain } from '../audit/chain.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Step, Write } from './write.ts'

/** A platform of its own: what was done there, and how it answers the next calls. */
const platform = {
  effects: [] as string[],
  sends: 0,
  /** Consumed one by one: `ok` when it is empty. */
  answers: [] as ('ok' | 'refuse' | 'lose_before' | 'lose_after')[],
  planned: 0,
  /** Two writes that change the same must not run at a time. */
  hasTarget: false,
  async takeBack(done: string) {
    platform.effects = platform.effects.filter((effect) => effect !== done)
  },
  /** Keeps planning waiting until it resolves. */
  gate: Promise.resolve(),
}

const operation = 'social/update_campaign_status' as const

const step = (name: string): Step => ({
  name,
  canCompensate: true,
  validate: async () => {},
  raisesSpend: () => false,
  compensationRaisesSpend: () => false,
  async send(_, { marker }) {
    platform.sends += 1
    const platformResponse = platform.answers.shift() ?? 'ok'
    if (platformResponse === 'refuse')
      throw new ServiceError('PLATFORM_REJECTED', { values: { platform: 'test', problem: 'no' } })
    if (platformResponse === 'lose_before') throw new Error('connection reset')
    platform.effects.push(`${name} ${marker}`)
    if (platformResponse === 'lose_after') throw new Error('connection reset')
    return { upstreamId: name }
  },
  async reconcile(_, { marker }) {
    return platform.effects.includes(`${name} ${marker}`)
      ? { state: 'done', outcome: { upstreamId: name } }
      : { state: 'not_done' }
  },
  compensate: (_, { marker }) => platform.takeBack(`${name} ${marker}`),
})

/** A write that stands in for the operation's own: two steps at the platform above. */
const testWrite: Write<typeof operation> = {
  operation,
  platform: 'social',
  steps: new Map(['create', 'enable'].map((name) => [name, step(name)])),
  target: ({ campaignId }) => (platform.hasTarget ? `test/${campaignId}` : ''),
  async plan() {
    platform.planned += 1
    await platform.gate
    return {
      steps: [
        { name: 'create', says: 'Creates it.', data: null },
        { name: 'enable', says: 'Switches it on.', data: null },
      ],
      before: { status: 'PAUSED' },
      after: { status: 'ACTIVE' },
    }
  },
  results: () => ({}),
}

const service = useService({ handlers: { [operation]: testWrite } })

let userId = ''

beforeEach(async () => {
  userId = await newLinkedUser(service)
  Object.assign(platform, {
    effects: [],
    sends: 0,
    answers: [],
    planned: 0,
    gate: Promise.resolve(),
    hasTarget: false,
  })
})

function call(headers: Record<string, string> = {}, more: Record<string, unknown> = {}) {
  return service.call(operation, { userId, campaignId: '1', status: 'ACTIVE', ...more }, { headers })
}

/** A write that stays at its platform until `go` is called. */
async function stalledWrite(headers: Readonly<Record<string, string>> = {}) {
  const gate = Promise.withResolvers<void>()
  platform.gate = gate.promise
  const response = call(headers)
  await expect.poll(() => platform.planned).toBe(1)
  return { answer: response, go: () => gate.resolve() }
}

describe('a write', () => {
  test('whose target another one changes is refused after a while, with the time to come back', async () => {
    platform.hasTarget = true
    const { answer: first, go } = await stalledWrite()
    const second = await call({ 'idempotency-key': `other-${userId}` })
    go()
    expect([second.status, second.results['code'], second.headers.get('retry-after')]).toEqual([
      409,
      'TARGET_BUSY',
      '2',
    ])
    expect((await first).results.success).toBe(true)
  })

  test('is done once and answered with its operationId, under which it can be looked up [R4.add.operation-get_operation, R4.add.operation-get_operation.results]', async () => {
    const { status, results } = await call()
    expect([status, results.success, platform.effects.length]).toEqual([200, true, 2])
    const { results: record } = await service.call('operation/get_operation', {
      operationId: String(results['operationId']),
    })
    expect(record.state).toBe('SUCCEEDED')
    expect(record.steps).toEqual([
      { name: 'create', says: 'Creates it.', state: 'DONE', upstreamId: 'create' },
      { name: 'enable', says: 'Switches it on.', state: 'DONE', upstreamId: 'enable' },
    ])
  })

  test('under the same key and body is answered again, not done again [R7.3.idempotency]', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    const first = await call(key)
    const again = await call(key)
    expect(again.results).toEqual(first.results)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('original-request-id')).toBe(first.requestId)
    expect(platform.effects.length).toBe(2)
  })

  test('under the same key with another body is refused with 422 [R7.3.idempotency]', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    await call(key)
    const other = await call(key, { status: 'PAUSED' })
    expect([other.status, other.results['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('whose answer was lost after the effect is found, not sent again', async () => {
    platform.answers = ['lose_after', 'ok']
    const { results } = await call()
    expect([results.success, platform.sends, platform.effects.length]).toEqual([true, 2, 2])
  })

  test('that was lost before the effect is sent again', async () => {
    platform.answers = ['lose_before', 'ok', 'ok']
    const { results } = await call()
    expect([results.success, platform.sends, platform.effects.length]).toEqual([true, 3, 2])
  })

  test('that the platform refuses is answered 200 with success false, and the refusal is remembered', async () => {
    platform.answers = ['refuse']
    const key = { 'idempotency-key': `k-${userId}` }
    const first = await call(key)
    expect([first.status, first.results.success, first.results['code']]).toEqual([
      200,
      false,
      'PLATFORM_REJECTED',
    ])
    expect((await call(key)).results).toEqual(first.results)
    expect(platform.effects).toEqual([])
  })

  test('whose second step is refused takes the first one back', async () => {
    platform.answers = ['ok', 'refuse']
    const { results } = await call()
    expect([results.success, platform.effects]).toEqual([false, []])
  })

  test('whose outcome stays unknown is answered 504 with its operationId, and settled later by the runner [R7.3.pending]', async () => {
    platform.answers = Array(20).fill('lose_before')
    const { status, results } = await call()
    expect([status, results['code']]).toEqual([504, 'OPERATION_PENDING'])
    platform.answers = []
    const operationId = String(results['operationId'])
    await expect
      .poll(async () => {
        service.clock.advance(3000)
        return (await service.call('operation/get_operation', { operationId })).results.state
      })
      .toBe('SUCCEEDED')
    expect(platform.effects.length).toBe(2)
  })

  test('that cannot be finished before its deadline is taken back', async () => {
    platform.answers = ['ok', ...Array(20).fill('lose_before')]
    const { results } = await call()
    expect(platform.effects.length).toBe(1)
    service.clock.advance(16 * 60_000)
    const operationId = String(results['operationId'])
    await expect
      .poll(async () => {
        service.clock.advance(3000)
        return (await service.call('operation/get_operation', { operationId })).results.outcome?.['code']
      })
      .toBe('OPERATION_ABANDONED')
    expect(platform.effects).toEqual([])
  })

  test('that is refused after a try of unknown outcome counts as refused only after a quiet time', async () => {
    platform.answers = ['lose_before', 'refuse']
    const key = { 'idempotency-key': `k-${userId}` }
    const first = await call(key)
    expect([first.status, first.results['code']]).toEqual([504, 'OPERATION_PENDING'])
    service.clock.advance(60_000)
    await expect.poll(async () => (await call(key)).results['code']).toBe('PLATFORM_REJECTED')
    expect([platform.sends, platform.effects]).toEqual([2, []])
  })

  test('whose request is repeated after the deadline is not begun again, but taken back', async () => {
    platform.answers = ['ok', ...Array(20).fill('lose_before')]
    const key = { 'idempotency-key': `k-${userId}` }
    await call(key)
    platform.answers = []
    service.clock.advance(16 * 60_000)
    await expect.poll(async () => (await call(key)).results['code']).toBe('OPERATION_ABANDONED')
    expect(platform.effects).toEqual([])
  })

  test('that nobody could settle in a day is marked for attention, and settled when it can be', async () => {
    platform.answers = ['ok', ...Array(100).fill('lose_before')]
    const { takeBack } = platform
    platform.takeBack = async () => {
      throw new Error('not now')
    }
    const { results } = await call()
    const operationId = String(results['operationId'])
    const state = async () => {
      service.clock.advance(5 * 60 * 60_000)
      return (await service.call('operation/get_operation', { operationId })).results.state
    }
    await expect.poll(state).toBe('NEEDS_ATTENTION')
    platform.takeBack = takeBack
    await expect.poll(state).toBe('FAILED')
    expect(platform.effects).toEqual([])
  })

  test('still being carried out is answered 409 with Retry-After under its key [R7.3.idempotency]', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    const { answer: first, go } = await stalledWrite(key)
    const second = await call(key)
    go()
    expect([second.status, second.results['code'], second.headers.get('retry-after')]).toEqual([
      409,
      'IDEMPOTENCY_IN_PROGRESS',
      '1',
    ])
    expect((await first).results.success).toBe(true)
  })

  test('asked for again without a key while it runs is waited for, and answered with its outcome', async () => {
    const { answer: first, go } = await stalledWrite()
    const { pause } = service.clock
    const waiting = Promise.withResolvers<void>()
    onTestFinished(() => void Object.assign(service.clock, { pause }))
    service.clock.pause = (durationMs) => {
      waiting.resolve()
      return pause(durationMs)
    }
    const second = call()
    await waiting.promise
    go()
    expect((await second).results).toEqual((await first).results)
    expect(platform.effects.length).toBe(2)
  })

  test('that was cut off before anything was intended is forgotten, and its key is free', async () => {
    const { db } = service.app.store
    const key = { 'idempotency-key': `k-${userId}` }
    const { answer: cutOff, go } = await stalledWrite(key)
    await db.updateTable('operations').set({ lease_until: 0 }).where('state', '=', 'PENDING').execute()
    const other = await call(key, { status: 'PAUSED' })
    expect(other.status).toBe(422)
    service.clock.advance(3000)
    const isThere = async () =>
      await db.selectFrom('operations').select('id').where('state', '=', 'PENDING').executeTakeFirst()
    await expect.poll(isThere).toBe(undefined)
    platform.gate = Promise.resolve()
    expect((await call(key, { status: 'PAUSED' })).results.success).toBe(true)
    go()
    // Its owner comes back and finds that it is its own no more.
    expect((await cutOff).results['code']).toBe('OPERATION_PENDING')
    expect(platform.effects.length).toBe(2)
  })

  test('as a dry run tells its plan and does nothing; its planHash holds until the plan changes [R4.add.dryRun.effect, R4.add.planHash.effect]', async () => {
    const { results } = await call({}, { dryRun: true })
    const { success: _, error: __, ...fields } = results
    expect(dryRunResults.strict().parse(fields)).toEqual(fields)
    expect(results['plan']).toEqual([
      { step: 'create', says: 'Creates it.' },
      { step: 'enable', says: 'Switches it on.' },
    ])
    expect(platform.sends).toBe(0)
    const refused = await call({}, { planHash: 'other' })
    expect([refused.status, refused.results['code'], platform.sends]).toEqual([409, 'PLAN_CHANGED', 0])
    const { results: done } = await call({}, { planHash: String(results['planHash']) })
    expect(done.success).toBe(true)
  })

  test('of another body is not what the planHash named, even when its steps are the same [R4.add.planHash.effect]', async () => {
    const { results } = await call({}, { dryRun: true, status: 'ACTIVE' })
    const refused = await call({}, { status: 'PAUSED', planHash: String(results['planHash']) })
    expect([refused.results['code'], platform.sends]).toEqual(['PLAN_CHANGED', 0])
  })

  test.each(['ok', 'refuse'] as const)(
    'that ended (%s) uses its planHash up, and the next plan has another',
    async (platformResponse) => {
      const planned = await call({}, { dryRun: true })
      const planHash = String(planned.results['planHash'])
      platform.answers = [platformResponse]
      await call({}, { planHash })
      const { sends } = platform
      const again = await call({}, { planHash })
      expect([again.results['code'], platform.sends]).toEqual(['PLAN_CHANGED', sends])
      const { results } = await call({}, { dryRun: true })
      expect(results['planHash']).not.toBe(planHash)
    },
  )

  test('sent many times at once under one key has one effect', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    const responses = await Promise.all(Array.from({ length: 30 }, () => call(key)))
    expect(platform.effects.length).toBe(2)
    for (const { status } of responses) expect([200, 409]).toContain(status)
  })

  test('sent many times at once without a key is one operation while it runs', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call()))
    const done = responses.filter(({ status }) => status === 200).map(({ results }) => results['operationId'])
    expect(platform.effects.length).toBe(new Set(done).size * 2)
  })

  test('on a target waits for the one before it', async () => {
    platform.hasTarget = true
    const responses = await Promise.all(['ACTIVE', 'PAUSED', 'DELETED'].map((status) => call({}, { status })))
    expect(responses.map(({ results }) => results.success)).toEqual([true, true, true])
    const markers = platform.effects.map((effect) => effect.split(' ')[1])
    expect(new Set(markers).size).toBe(3)
    // The two steps of each write follow one another.
    expect(markers).toEqual([...new Set(markers)].flatMap((marker) => [marker, marker]))
  })

  test('leaves an audit entry that belongs to a whole chain and says by which surface it was asked for', async () => {
    await call()
    const { db } = service.app.store
    expect((await verifyChain(db, service.workspaceId)).problem).toBe('')
    const [last] = await db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .execute()
    expect(last).toMatchObject({
      event: 'campaign.status_changed',
      before: '{"status":"PAUSED"}',
      after: '{"status":"ACTIVE"}',
      user_id: userId,
      surface: 'http',
    })
  })
})

test('a changed, a removed and a cut-off audit entry are each found and located', async () => {
  // In a workspace of its own: the chain stays broken.
  const { id, apiKey } = await service.newWorkspace()
  const own = await newLinkedUser(service, { apiKey })
  for (const status of ['ACTIVE', 'PAUSED'])
    await service.post(operation, { userId: own, campaignId: '1', status }, apiKey)
  const { db } = service.app.store
  const { entries } = await verifyChain(db, id)
  await db
    .updateTable('audit_entries')
    .set({ subject: 'x' } as never)
    .where('workspace_id', '=', id)
    .where('number', '=', 2)
    .execute()
  expect((await verifyChain(db, id)).problem).toMatch(/^Entry 2 /)
  await db.deleteFrom('audit_entries').where('workspace_id', '=', id).where('number', '=', 2).execute()
  expect((await verifyChain(db, id)).problem).toBe('Entry 2 is missing.')
  await db.deleteFrom('audit_entries').where('workspace_id', '=', id).where('number', '>', 1).execute()
  expect((await verifyChain(db, id)).problem).toBe('Entry 2 is missing at the end.')
  expect(entries).toBeGreaterThan(2)
})
