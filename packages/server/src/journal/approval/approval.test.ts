import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listEventsSince, readEventCursor } from '../../../testing/events.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { createAtPlatform, useSocial } from '../../../testing/social.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'
import { hourMs } from '../../runtime/durations.ts'

const social = useSocial()
const { service, sandbox } = social

type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
type Rules = NonNullable<Settings['approval']>
const set = async (settings: Settings) =>
  expectSuccess('workspace/update_settings', await service.call('workspace/update_settings', settings))
const rule = (approval: Rules) => set({ approval })

let campaignId = ''
let approver = { id: '', text: '' }
let key = 0

/** Requests a daily budget with a new idempotency key, unless one is passed. */
const edit = (amount: number, idempotencyKey = `edit-${++key}`, userId = social.userId) =>
  service.call(
    'social/edit_campaign',
    { userId, campaignId, amount },
    { headers: { 'idempotency-key': idempotencyKey } },
  )
const list = (apiKey = approver.text) => service.call('approval/list_approvals', {}, { apiKey })
const decide = (
  { operationId = '', planHash = '' }: { operationId?: string | undefined; planHash?: string | undefined },
  decision: 'APPROVED' | 'REJECTED' = 'APPROVED',
  apiKey = approver.text,
) =>
  service.call('approval/decide', { operationId, planHash, decision, reason: 'Asked the client' }, { apiKey })
const stateOf = async (operationId = '') =>
  (await service.call('operation/get_operation', { operationId })).results
const budget = async () => {
  const { results } = await social.call('social/get_campaigns', {})
  return results.campaigns.find(({ id }) => id === campaignId)?.dailyBudget
}
const runnerRound = () => service.clock.advance(2000)

beforeEach(async () => {
  approver = await service.newKey({ scopes: ['approve'] })
  campaignId = await createAtPlatform(social, 'campaigns', {
    name: 'To be approved',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    status: 'PAUSED',
    daily_budget: 1000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  })
  await rule({ kinds: ['RAISE'] })
  await sandbox.clearRequests()
})
afterEach(async () => {
  await set({ approval: {}, guard: {}, freeze: { frozen: false } })
  for (const waiting of (await list()).results.approvals) await decide(waiting, 'REJECTED')
})

describe('a write that an approval rule catches', () => {
  test('has no effect until another key approves it, and is then carried out once and returned to retries', async () => {
    const refused = expectRefusal(await edit(20, 'once'), 'APPROVAL_REQUIRED')
    expect(refused).toMatchObject({
      operationId: expect.stringMatching(/^op_/),
      planHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      approvalUrl: `${service.url}/approve/${refused.operationId}`,
      error: expect.stringContaining('In this workspace, raising a budget needs approval.'),
    })
    expect(expectRefusal(await edit(20, 'once'), 'APPROVAL_REQUIRED')).toEqual(refused)
    expect(await stateOf(refused.operationId)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      reason: expect.stringContaining(refused.approvalUrl ?? ''),
    })
    expect(await sandbox.effects()).toEqual([])

    const { approvals } = expectSuccess('approval/list_approvals', await list())
    const waiting = approvals.find(({ operationId }) => operationId === refused.operationId)
    expect(waiting).toMatchObject({
      operation: 'social/edit_campaign',
      platform: 'social',
      userId: social.userId,
      kind: 'RAISE',
      plan: ['Set the daily budget of campaign "To be approved" from 10.00 to 20.00 EUR.'],
      planHash: refused.planHash,
      perDay: { currencyCode: 'EUR', before: '17.50', after: '35.00' },
    })
    const decided = expectSuccess('approval/decide', await decide(refused))
    expect(decided).toMatchObject({ decision: 'APPROVED', state: 'SUCCEEDED' })
    const outcome = await edit(20, 'once')
    expectSuccess('social/edit_campaign', outcome)
    expect(outcome.results.operationId).toBe(refused.operationId)
    expect(await budget()).toBe('20.00')
    expect(await sandbox.effects()).toHaveLength(1)
  })

  test('is reported by a dry run, which creates no pending approval', async () => {
    const dry = await social.call('social/edit_campaign', { campaignId, amount: 20, dryRun: true })
    expect(dry.results).toMatchObject({ dryRun: true, approval: expect.stringContaining('raising a budget') })
    expect((await list()).results.approvals).toEqual([])
    const lower = await social.call('social/edit_campaign', { campaignId, amount: 5, dryRun: true })
    expect(lower.results).not.toHaveProperty('approval')
  })

  test('is shared by equal requests without an idempotency key, and does not block lowering the budget or pausing', async () => {
    const ask = () => social.call('social/edit_campaign', { campaignId, amount: 21 })
    const first = expectRefusal(await ask(), 'APPROVAL_REQUIRED')
    expect(expectRefusal(await ask(), 'APPROVAL_REQUIRED')).toEqual(first)
    expectSuccess('social/edit_campaign', await edit(5))
    const status = await social.call('social/update_campaign_status', { campaignId, status: 'PAUSED' })
    expectSuccess('social/update_campaign_status', status)
  })

  test('is refused without a pending approval when a spend limit forbids it', async () => {
    await set({ guard: { maxRaiseFactor: 1.5 } })
    expectRefusal(await edit(20), 'SPEND_LIMIT_EXCEEDED')
    expect((await list()).results.approvals).toEqual([])
  })
})

describe('a write that needs approval and that the platform would refuse', () => {
  test('is refused without a pending approval when it creates a campaign with a duplicate name', async () => {
    await rule({ kinds: ['CREATE'] })
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const body = minimalSearchCampaign(userId, 'Holiday wreaths')
    expectRefusal(await service.call('search/create_search_campaign', body), 'DUPLICATE_CAMPAIGN_NAME')
    expect((await list()).results.approvals).toEqual([])
  })

  test('is refused without a pending approval when the platform rejects its budget', async () => {
    await sandbox.injectFault({ call: 'campaign.update', kind: 'status', status: 400, code: '100/1885650' })
    expectRefusal(await edit(20), 'BUDGET_TOO_LOW')
    expect((await list()).results.approvals).toEqual([])
  })
})

describe('approval rules', () => {
  test('catch writes by the possible spend of a campaign per day, and every raise in an unlisted currency', async () => {
    await rule({ currencies: [{ currencyCode: 'EUR', abovePerDay: '35' }] })
    expectSuccess('social/edit_campaign', await edit(20))
    const { error } = expectRefusal(await edit(20.01), 'APPROVAL_REQUIRED')
    expect(error).toContain('35.02 EUR on one day (above 35.00 EUR)')
    await rule({ currencies: [{ currencyCode: 'JPY', abovePerDay: '100000' }] })
    expect(expectRefusal(await edit(21), 'APPROVAL_REQUIRED').error).toContain('raising spend in EUR')
  })

  test('can apply to the writes of one key and to one kind of write', async () => {
    await set({ approval: {} })
    const { id: keyId, text: apiKey } = await service.newKey()
    await set({ keyId, approval: { kinds: ['ENABLE'] } })
    const body = { userId: social.userId, campaignId }
    const enable = { ...body, status: 'ACTIVE' } as const
    expectSuccess(
      'social/edit_campaign',
      await service.call('social/edit_campaign', { ...body, amount: 12 }, { apiKey }),
    )
    const { error } = expectRefusal(
      await service.call('social/update_campaign_status', enable, { apiKey }),
      'APPROVAL_REQUIRED',
    )
    expect(error).toContain(`For the API key ${keyId}, activating a campaign needs approval.`)
    // A paused campaign spends nothing.
    expect((await list()).results.approvals.at(-1)?.perDay).toMatchObject({ before: '0.00', after: '21.00' })
    expectSuccess(
      'social/update_campaign_status',
      await service.call('social/update_campaign_status', { ...enable, status: 'ACTIVE' }),
    )
  })
})

describe('approval/decide', () => {
  test('refuses the requesting key, keys without the approve scope and keys of other workspaces', async () => {
    const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
    expectRefusal(await decide(waiting, 'APPROVED', service.apiKey), 'APPROVER_IS_REQUESTER')
    expectRefusal(await decide(waiting, 'REJECTED', service.apiKey), 'APPROVER_IS_REQUESTER')
    const { text } = await service.newKey({ scopes: ['read', 'write', 'spend', 'admin', 'link'] })
    expectRefusal(await decide(waiting, 'APPROVED', text), 'FORBIDDEN')
    expectRefusal(await list(text), 'FORBIDDEN')
    const foreign = await service.newWorkspace()
    expectRefusal(await decide(waiting, 'APPROVED', foreign.apiKey), 'OPERATION_NOT_FOUND')
    expect((await list(foreign.apiKey)).results.approvals).toEqual([])
    expect(await sandbox.effects()).toEqual([])
  })

  test('refuses the successors of the requesting key after rotations', async () => {
    const old = await service.newKey()
    const edited = await service.call(
      'social/edit_campaign',
      { userId: social.userId, campaignId, amount: 20 },
      { apiKey: old.text },
    )
    const waiting = expectRefusal(edited, 'APPROVAL_REQUIRED')
    const { results: next } = await service.call('workspace/rotate_key', { keyId: old.id })
    const { results: last } = await service.call('workspace/rotate_key', { keyId: next.key.keyId })
    for (const apiKey of [next.apiKey, last.apiKey])
      expectRefusal(await decide(waiting, 'APPROVED', apiKey), 'APPROVER_IS_REQUESTER')
    expect(await sandbox.effects()).toEqual([])
  })

  test('refuses approval by keys that the requesting key created or rotated, directly or through other keys', async () => {
    const requester = await service.newKey()
    const edited = await service.call(
      'social/edit_campaign',
      { userId: social.userId, campaignId, amount: 20 },
      { apiKey: requester.text },
    )
    const waiting = expectRefusal(edited, 'APPROVAL_REQUIRED')
    const create = async (apiKey: string) => {
      const body = { name: 'Created', scopes: ['admin' as const, 'approve' as const] }
      return (await service.call('workspace/create_key', body, { apiKey })).results
    }
    const rotate = async (keyId: string, apiKey: string) =>
      (await service.call('workspace/rotate_key', { keyId }, { apiKey })).results
    const child = await create(requester.text)
    const grandchild = await create(child.apiKey)
    const successor = await rotate(grandchild.key.keyId, grandchild.apiKey)
    const obtained = await rotate(approver.id, requester.text)
    for (const { apiKey } of [child, grandchild, successor, obtained]) {
      const { error } = expectRefusal(
        await decide(waiting, 'APPROVED', apiKey),
        'APPROVER_CREATED_BY_REQUESTER',
      )
      expect(error).toContain('command line')
    }
    expect(await sandbox.effects()).toEqual([])
    expectSuccess('approval/decide', await decide(waiting, 'REJECTED', child.apiKey))
  })

  test('accepts another key of the creator of the requesting key', async () => {
    const manager = await service.newKey()
    const create = async (scopes: ('write' | 'spend' | 'approve')[]) => {
      const body = { name: 'Created', scopes }
      return (await service.call('workspace/create_key', body, { apiKey: manager.text })).results
    }
    const requester = await create(['write', 'spend'])
    const sibling = await create(['approve'])
    const edited = await service.call(
      'social/edit_campaign',
      { userId: social.userId, campaignId, amount: 20 },
      { apiKey: requester.apiKey },
    )
    const waiting = expectRefusal(edited, 'APPROVAL_REQUIRED')
    expectSuccess('approval/decide', await decide(waiting, 'APPROVED', sibling.apiKey))
  })

  test('accepts the key that created the requesting key', async () => {
    const manager = await service.newKey()
    const body = { name: 'Agent', scopes: ['spend' as const] }
    const agent = (await service.call('workspace/create_key', body, { apiKey: manager.text })).results
    const edited = await service.call(
      'social/edit_campaign',
      { userId: social.userId, campaignId, amount: 20 },
      { apiKey: agent.apiKey },
    )
    const waiting = expectRefusal(edited, 'APPROVAL_REQUIRED')
    expectSuccess('approval/decide', await decide(waiting, 'APPROVED', manager.text))
    expect(await budget()).toBe('20.00')
  })

  test('returns PLAN_CHANGED when the budget changed after the request, until the approver decides about the new plan', async () => {
    const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
    expectSuccess('social/edit_campaign', await edit(5))
    await sandbox.clearRequests()
    const { error } = expectRefusal(await decide(waiting), 'PLAN_CHANGED')
    expect(error).toContain('from 5.00 to 20.00 EUR')
    expectRefusal(await decide(waiting), 'PLAN_CHANGED')
    expect(await sandbox.effects()).toEqual([])
    const changed = (await list()).results.approvals.at(-1)
    expect(changed).toMatchObject({ operationId: waiting.operationId, perDay: { before: '8.75' } })
    expect(changed?.planHash).not.toBe(waiting.planHash)
    expectSuccess('approval/decide', await decide(changed ?? {}))
    expect(await budget()).toBe('20.00')
  })

  test('returns PLAN_CHANGED for activating a campaign when its budget was raised after the request', async () => {
    await rule({ kinds: ['ENABLE'] })
    const enable = () => social.call('social/update_campaign_status', { campaignId, status: 'ACTIVE' })
    const waiting = expectRefusal(await enable(), 'APPROVAL_REQUIRED')
    const dry = await social.call('social/update_campaign_status', {
      campaignId,
      status: 'ACTIVE',
      dryRun: true,
    })
    expectSuccess('social/edit_campaign', await edit(50))
    await sandbox.clearRequests()
    expectRefusal(await decide(waiting), 'PLAN_CHANGED')
    const planHash = String(dry.results['planHash'])
    expectRefusal(
      await service.call(
        'social/update_campaign_status',
        { userId: social.userId, campaignId, status: 'ACTIVE', planHash },
        { headers: { 'idempotency-key': 'enable-as-planned' } },
      ),
      'PLAN_CHANGED',
    )
    expect(await sandbox.effects()).toEqual([])
    const changed = (await list()).results.approvals.at(-1)
    expect(changed).toMatchObject({
      operationId: waiting.operationId,
      perDay: { before: '0.00', after: '87.50' },
    })
    expectSuccess('approval/decide', await decide(changed ?? {}))
  })

  test('returns APPROVAL_BLOCKED while a new limit or freeze forbids the write, which stays pending', async () => {
    const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
    await set({ guard: { maxRaiseFactor: 1.5 } })
    expect(expectRefusal(await decide(waiting), 'APPROVAL_BLOCKED').error).toContain('1.5 times')
    await set({ guard: {}, freeze: { frozen: true, reason: 'Card was stolen' } })
    expect(expectRefusal(await decide(waiting), 'APPROVAL_BLOCKED').error).toContain('blocked')
    await set({ freeze: { frozen: false } })
    expect(await sandbox.effects()).toEqual([])
    expectSuccess('approval/decide', await decide(waiting))
  })

  test('ends a rejected write, and retries of the write return APPROVAL_REJECTED with the reason', async () => {
    const waiting = expectRefusal(await edit(20, 'rejected'), 'APPROVAL_REQUIRED')
    const decided = expectSuccess('approval/decide', await decide(waiting, 'REJECTED'))
    expect(decided).toMatchObject({ decision: 'REJECTED', state: 'FAILED' })
    const { error } = expectRefusal(await edit(20, 'rejected'), 'APPROVAL_REJECTED')
    expect(error).toContain('Asked the client.')
    expect((await stateOf(waiting.operationId)).outcome).toMatchObject({ code: 'APPROVAL_REJECTED' })
    expectRefusal(await decide(waiting), 'APPROVAL_ENDED')
    expect(await sandbox.effects()).toEqual([])
  })

  test('accepts one of four simultaneous decisions', async () => {
    const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
    const keys = await Promise.all([1, 2, 3, 4].map(() => service.newKey({ scopes: ['approve'] })))
    const responses = await Promise.all(
      keys.map(({ text }, index) => decide(waiting, index === 3 ? 'REJECTED' : 'APPROVED', text)),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 200))
      expectRefusal(response, response.text.includes('TARGET_BUSY') ? 'TARGET_BUSY' : 'APPROVAL_ENDED')
    expect((await sandbox.effects()).length).toBeLessThanOrEqual(1)
    expectRefusal(await decide(waiting), 'APPROVAL_ENDED')
  })

  test('returns TARGET_BUSY while another write changes the campaign', async () => {
    const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
    const stall = await sandbox.injectFault({ call: 'campaign.update', kind: 'stall' })
    const lowering = edit(5)
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    expectRefusal(await decide(waiting), 'TARGET_BUSY')
    await sandbox.release(stall)
    expectSuccess('social/edit_campaign', await lowering)
    expectRefusal(await decide(waiting), 'PLAN_CHANGED')
  })

  test('returns TARGET_BUSY while an equal write of another key is in progress', async () => {
    await rule({ kinds: ['CREATE'] })
    const { text: other } = await service.newKey()
    const body = { userId: social.userId, ...minimalSocialCampaign('Asked for by two') }
    const [ownRequest, otherRequest] = [
      expectRefusal(await service.call('social/create_campaign', body), 'APPROVAL_REQUIRED'),
      expectRefusal(
        await service.call('social/create_campaign', body, { apiKey: other }),
        'APPROVAL_REQUIRED',
      ),
    ]
    const stall = await sandbox.injectFault({ call: 'campaign.update', kind: 'stall' })
    const first = decide(ownRequest)
    await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
    expectRefusal(await decide(otherRequest), 'TARGET_BUSY')
    await sandbox.release(stall)
    expect(expectSuccess('approval/decide', await first).state).toBe('SUCCEEDED')
    // The write would now create a second campaign, so the approver has to decide about the new plan.
    expect((await decide(otherRequest)).results).toMatchObject({ code: 'PLAN_CHANGED' })
  })
})

describe('a pending approval', () => {
  test('expires after expiresAfterHours, and retries of its write return APPROVAL_EXPIRED', async () => {
    await rule({ kinds: ['RAISE'], expiresAfterHours: 2 })
    const waiting = expectRefusal(await edit(20, 'late'), 'APPROVAL_REQUIRED')
    service.clock.advance(2 * hourMs)
    expectRefusal(await decide(waiting), 'APPROVAL_ENDED')
    await expect.poll(async () => (await stateOf(waiting.operationId)).state).toBe('FAILED')
    expectRefusal(await edit(20, 'late'), 'APPROVAL_EXPIRED')
    expect(await sandbox.effects()).toEqual([])
  })

  test.each([
    ['unlinked', (userId: string) => service.call('auth/remove_link', { userId, platform: 'SOCIAL_A' })],
    ['deleted', (userId: string) => service.call('user/delete_user', { userId })],
  ])('expires, and its plan is deleted, when its user is %s', async (_, leave) => {
    const userId = await newLinkedUser(service)
    const waiting = expectRefusal(await edit(20, undefined, userId), 'APPROVAL_REQUIRED')
    await leave(userId)
    expectRefusal(await decide(waiting), 'APPROVAL_ENDED')
    runnerRound()
    await expect
      .poll(async () => (await stateOf(waiting.operationId)).outcome)
      .toMatchObject({ code: 'APPROVAL_EXPIRED', error: expect.stringContaining('unlinked') })
    const remaining = await service.app.store.db.selectFrom('approvals').select('plan').execute()
    expect(remaining).toEqual([])
  })
})

test('an approved write emits an event and leaves an audit entry for its request, its decision and its outcome', async () => {
  const since = await readEventCursor(service)
  const waiting = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')
  await decide(waiting)
  const { events } = await listEventsSince(service, since)
  expect(events.map(({ type, userId, data }) => [type, userId, data['operationId']])).toEqual(
    ['approval.requested', 'approval.decided', 'operation.succeeded'].map((type) => [
      type,
      social.userId,
      waiting.operationId,
    ]),
  )
  const entries = await service.app.store.db
    .selectFrom('audit_entries')
    .select(['event', 'actor', 'after'])
    .where('operation_id', '=', waiting.operationId ?? '')
    .orderBy('number')
    .execute()
  expect(entries.map(({ event }) => event)).toEqual([
    'approval.requested',
    'approval.decided',
    'campaign.budget_changed',
  ])
  expect(entries[1]).toMatchObject({ actor: approver.id })
  expect(JSON.parse(entries[1]?.after ?? '')).toEqual({ decision: 'APPROVED', reason: 'Asked the client' })
})
