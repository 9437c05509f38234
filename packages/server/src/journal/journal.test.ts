import { dryRunResultsSchema } from '@adrail/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { useService } from '../../testing/service.ts'
import { verifyChain } from '../audit/chain.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Step } from './step.ts'
import type { Write } from './write.ts'

/** A platform of this test, with its effects and its responses to the next calls. */
const platform = {
  effects: [] as string[],
  sends: 0,
  /** Responses to the next calls, consumed one by one. Defaults to `ok` when empty. */
  answers: [] as ('ok' | 'refuse' | 'lose_before' | 'lose_after')[],
  planned: 0,
  /** Whether writes have a target. Two writes to the same target must not overlap. */
  hasTarget: false,
  async takeBack(done: string) {
    platform.effects = platform.effects.filter((effect) => effect !== done)
  },
  /** Planning waits until this promise resolves. */
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

/** A write that replaces the write of the operation, with two steps at the test platform. */
const testWrite: Write<typeof operation> = {
  operation,
  platform: 'social',
  steps: new Map(['create', 'enable'].map((name) => [name, step(name)])),
  target: ({ campaignId }) => (platform.hasTarget ? `test/${campaignId}` : undefined),
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

/** Starts a write whose planning waits until the test calls `go`. */
async function stalledWrite(headers: Readonly<Record<string, string>> = {}) {
  const gate = Promise.withResolvers<void>()
  platform.gate = gate.promise
  const response = call(headers)
  await expect.poll(() => platform.planned).toBe(1)
  return { answer: response, go: () => gate.resolve() }
}

describe('a write', () => {
  test('fails with TARGET_BUSY and Retry-After while another write keeps its target busy', async () => {
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

  test('is carried out once, and operation/get_operation returns it by its operationId [R4.add.operation-get_operation, R4.add.operation-get_operation.results]', async () => {
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

  test('returns its first response without a second effect when it is retried with the same key and body [R7.3.idempotency]', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    const first = await call(key)
    const again = await call(key)
    expect(again.results).toEqual(first.results)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('original-request-id')).toBe(first.requestId)
    expect(platform.effects.length).toBe(2)
  })

  test('fails with 422 when its idempotency key was used with another body [R7.3.idempotency]', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    await call(key)
    const other = await call(key, { status: 'PAUSED' })
    expect([other.status, other.results['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('is found on the platform, not resent, when the response was lost after the effect', async () => {
    platform.answers = ['lose_after', 'ok']
    const { results } = await call()
    expect([results.success, platform.sends, platform.effects.length]).toEqual([true, 2, 2])
  })

  test('is resent when the request was lost before the effect', async () => {
    platform.answers = ['lose_before', 'ok', 'ok']
    const { results } = await call()
    expect([results.success, platform.sends, platform.effects.length]).toEqual([true, 3, 2])
  })

  test('returns 200 with success false when the platform refuses it, and the same response to retries', async () => {
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

  test('rolls back its first step when the platform refuses the second step', async () => {
    platform.answers = ['ok', 'refuse']
    const { results } = await call()
    expect([results.success, platform.effects]).toEqual([false, []])
  })

  test('returns 504 with its operationId while its outcome is unknown, and the runner completes it later [R7.3.pending]', async () => {
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

  test('is rolled back when it cannot be completed before its deadline', async () => {
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

  test('counts as refused only after a quiet time when an earlier attempt has an unknown outcome', async () => {
    platform.answers = ['lose_before', 'refuse']
    const key = { 'idempotency-key': `k-${userId}` }
    const first = await call(key)
    expect([first.status, first.results['code']]).toEqual([504, 'OPERATION_PENDING'])
    service.clock.advance(60_000)
    await expect.poll(async () => (await call(key)).results['code']).toBe('PLATFORM_REJECTED')
    expect([platform.sends, platform.effects]).toEqual([2, []])
  })

  test('is rolled back, not resumed, when it is retried after its deadline', async () => {
    platform.answers = ['ok', ...Array(20).fill('lose_before')]
    const key = { 'idempotency-key': `k-${userId}` }
    await call(key)
    platform.answers = []
    service.clock.advance(16 * 60_000)
    await expect.poll(async () => (await call(key)).results['code']).toBe('OPERATION_ABANDONED')
    expect(platform.effects).toEqual([])
  })

  test('needs attention when it cannot be rolled back for a day, and is rolled back as soon as that is possible', async () => {
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

  test('returns 409 with Retry-After to a retry under its key while it is in progress [R7.3.idempotency]', async () => {
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

  test('returns its outcome to an equal request without a key that arrives while it is in progress', async () => {
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

  test('is deleted and frees its idempotency key when its owner loses the lease during planning', async () => {
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
    // The former owner detects that it has lost the write.
    expect((await cutOff).results['code']).toBe('OPERATION_PENDING')
    expect(platform.effects.length).toBe(2)
  })

  test('returns its plan without any effect as a dry run, and accepts the planHash of that plan and no other [R4.add.dryRun.effect, R4.add.planHash.effect]', async () => {
    const { results } = await call({}, { dryRun: true })
    const { success: _, error: __, ...fields } = results
    expect(dryRunResultsSchema.strict().parse(fields)).toEqual(fields)
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

  test('fails with PLAN_CHANGED for the planHash of another body, even if the steps are the same [R4.add.planHash.effect]', async () => {
    const { results } = await call({}, { dryRun: true, status: 'ACTIVE' })
    const refused = await call({}, { status: 'PAUSED', planHash: String(results['planHash']) })
    expect([refused.results['code'], platform.sends]).toEqual(['PLAN_CHANGED', 0])
  })

  test.each(['ok', 'refuse'] as const)(
    'invalidates its planHash when it ends (%s), and the next dry run returns another planHash',
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

  test('has one effect when 30 requests with the same idempotency key arrive at the same time', async () => {
    const key = { 'idempotency-key': `k-${userId}` }
    const responses = await Promise.all(Array.from({ length: 30 }, () => call(key)))
    expect(platform.effects.length).toBe(2)
    for (const { status } of responses) expect([200, 409]).toContain(status)
  })

  test('has one effect per operationId when ten equal requests without a key arrive at the same time', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => call()))
    const done = responses.filter(({ status }) => status === 200).map(({ results }) => results['operationId'])
    expect(platform.effects.length).toBe(new Set(done).size * 2)
  })

  test('does not overlap with other writes to the same target', async () => {
    platform.hasTarget = true
    const responses = await Promise.all(['ACTIVE', 'PAUSED', 'DELETED'].map((status) => call({}, { status })))
    expect(responses.map(({ results }) => results.success)).toEqual([true, true, true])
    const markers = platform.effects.map((effect) => effect.split(' ')[1])
    expect(new Set(markers).size).toBe(3)
    // The two steps of each write follow one another.
    expect(markers).toEqual([...new Set(markers)].flatMap((marker) => [marker, marker]))
  })

  test('leaves an audit entry with its surface in an intact audit chain', async () => {
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

test('verifyChain locates an audit entry that was changed, deleted or cut off at the end', async () => {
  // The test uses a separate workspace, because the chain stays broken.
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
  expect((await verifyChain(db, id)).problem).toBe('Entry 2 is missing from the end of the log.')
  expect(entries).toBeGreaterThan(2)
})
