// adrail decides whether a write may begin in the transaction of its first intent. Changes of keys, approval
// rules, limits and freezes therefore apply to writes that are being planned or need approval.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { createAtPlatform, useSocial } from '../../../testing/social.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'

const social = useSocial()
const { service, sandbox } = social

type Settings = Parameters<typeof service.call<'workspace/update_settings'>>[1]
const set = async (settings: Settings) =>
  expectSuccess('workspace/update_settings', await service.call('workspace/update_settings', settings))
// With this limit, adrail reads the account after the limits and rules, so a fault can stall the plan in
// between.
const guard = { currencies: [{ currencyCode: 'EUR', maxAccountPerDay: '100000' }] }

let campaignId = ''
let requester = { id: '', text: '' }
let approver = { id: '', text: '' }

const edit = (amount = 20, apiKey = requester.text) =>
  service.call('social/edit_campaign', { userId: social.userId, campaignId, amount }, { apiKey })
const pause = (apiKey = requester.text) =>
  service.call(
    'social/update_campaign_status',
    { userId: social.userId, campaignId, status: 'PAUSED' },
    { apiKey },
  )
const decide = (
  { operationId = '', planHash = '' }: { operationId?: string | undefined; planHash?: string | undefined },
  decision: 'APPROVED' | 'REJECTED' = 'APPROVED',
) =>
  service.call('approval/decide', { operationId, planHash, decision, reason: '' }, { apiKey: approver.text })
const revoke = async ({ id }: { readonly id: string }) =>
  expectSuccess('workspace/revoke_key', await service.call('workspace/revoke_key', { keyId: id }))
const expire = async ({ id }: { readonly id: string }) => {
  const past = { expires_at: service.clock.now() - 1 }
  await service.app.store.db.updateTable('api_keys').set(past).where('id', '=', id).execute()
}
const restrict = async ({ id }: { readonly id: string }) => {
  await service.app.store.db.updateTable('api_keys').set({ scopes: 'read' }).where('id', '=', id).execute()
}
/** Lists the requests that change a campaign, without requests that only validate a change. */
const sent = async () =>
  (await sandbox.requests('campaign.update')).filter(({ body }) => !body.includes('validate_only'))

/** Makes a change while the platform stalls the given read, after `skip` reads of the same kind. */
async function during<Result>(
  call: string,
  begin: () => Promise<Result>,
  change: () => Promise<unknown>,
  skip = 0,
) {
  const fault = await sandbox.injectFault({ call, kind: 'stall', skip })
  const response = begin()
  await expect.poll(() => sandbox.isHolding(fault)).toBe(true)
  await change()
  await sandbox.release(fault)
  return await response
}

beforeEach(async () => {
  requester = await service.newKey()
  approver = await service.newKey({ scopes: ['approve'] })
  campaignId = await createAtPlatform(social, 'campaigns', {
    name: 'Checked again',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    status: 'ACTIVE',
    daily_budget: 1000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  })
  await set({ guard })
  await sandbox.clearRequests()
})
afterEach(() => set({ approval: {}, guard: {}, freeze: { frozen: false } }))

describe('a write that is being planned', () => {
  test.each([
    ['its key is revoked', revoke, 'UNAUTHENTICATED'],
    ['its key expires', expire, 'UNAUTHENTICATED'],
    ['its key loses the scope', restrict, 'FORBIDDEN'],
  ] as const)('is not begun when %s', async (_, change, code) => {
    expectRefusal(await during('campaigns.list', edit, () => change(requester)), code)
    expect(await sent()).toEqual([])
    const open = await service.app.store.db.selectFrom('raises').select('operation_id').execute()
    expect(open).toEqual([])
  })

  test('is not begun when its key is revoked, even if it raises no spend', async () => {
    expectRefusal(await during('campaign.read', pause, () => revoke(requester)), 'UNAUTHENTICATED')
    expect(await sent()).toEqual([])
  })

  test('needs approval when a rule about it is set meanwhile, and is carried out once after the approval', async () => {
    const response = await during('campaigns.list', edit, () => set({ approval: { kinds: ['RAISE'] } }))
    const waiting = expectRefusal(response, 'APPROVAL_REQUIRED')
    expect(await sent()).toEqual([])
    expect(expectSuccess('approval/decide', await decide(waiting)).state).toBe('SUCCEEDED')
    expect(await sent()).toHaveLength(1)
  })

  test.each([
    [
      'a limit',
      { guard: { currencies: [{ ...guard.currencies[0], currencyCode: 'EUR', maxRaise: '5' }] } },
      'SPEND_LIMIT_EXCEEDED',
    ],
    ['a freeze', { freeze: { frozen: true, reason: 'Card stolen' } }, 'SPEND_FROZEN'],
  ] as const)('is refused when %s that forbids it is set meanwhile', async (_, change, code) => {
    expectRefusal(await during('campaigns.list', edit, () => set(change as Settings)), code)
    expect(await sent()).toEqual([])
  })
})

describe('a write that needs approval', () => {
  beforeEach(() => set({ approval: { kinds: ['RAISE'] } }))

  test.each([
    ['was revoked', revoke],
    ['has expired', expire],
    ['lost the scope', restrict],
  ] as const)('is not begun when the key that requested it %s', async (_, change) => {
    const waiting = expectRefusal(await edit(), 'APPROVAL_REQUIRED')
    await change(requester)
    const { error } = expectRefusal(await decide(waiting), 'APPROVAL_BLOCKED')
    expect(error).toContain('The API key that requested this write')
    expect(await sent()).toEqual([])
    expect(expectSuccess('approval/decide', await decide(waiting, 'REJECTED')).state).toBe('FAILED')
  })

  test('is not begun when the key that requested it is revoked during the decision', async () => {
    const waiting = expectRefusal(await edit(), 'APPROVAL_REQUIRED')
    const response = await during(
      'campaigns.list',
      () => decide(waiting),
      () => revoke(requester),
    )
    expectRefusal(response, 'APPROVAL_BLOCKED')
    expect(await sent()).toEqual([])
    await decide(waiting, 'REJECTED')
  })

  test('is not begun when the key that approves it is revoked during the decision', async () => {
    const waiting = expectRefusal(await edit(), 'APPROVAL_REQUIRED')
    const response = await during(
      'campaigns.list',
      () => decide(waiting),
      () => revoke(approver),
    )
    expectRefusal(response, 'UNAUTHENTICATED')
    expect(await sent()).toEqual([])
    approver = await service.newKey({ scopes: ['approve'] })
    await decide(waiting, 'REJECTED')
  })
})

describe('a write that was approved', () => {
  beforeEach(() => set({ approval: { kinds: ['RAISE'] } }))

  /** The decision reads the campaign once. The next read is the check that no one has changed it since. */
  const beforeFirstStep = async (change: () => Promise<unknown>) => {
    const waiting = expectRefusal(await edit(), 'APPROVAL_REQUIRED')
    const response = await during('campaign.read', () => decide(waiting), change, 1)
    expect(expectSuccess('approval/decide', response).state).toBe('FAILED')
    const { operationId = '' } = waiting
    // The refused write does not count towards the limits of the day.
    const raises = service.app.store.db.selectFrom('raises').where('operation_id', '=', operationId)
    expect(await raises.select('operation_id').execute()).toEqual([])
    return (await service.call('operation/get_operation', { operationId })).results.outcome
  }

  test.each([
    ['is revoked', revoke, 'was revoked or has expired'],
    ['expires', expire, 'was revoked or has expired'],
    ['loses the scope', restrict, 'lacks the scope'],
  ] as const)(
    'sends nothing when the key that requested it %s before its first step',
    async (_, change, words) => {
      const outcome = await beforeFirstStep(() => change(requester))
      expect(outcome).toMatchObject({ success: false, code: 'APPROVAL_EXPIRED' })
      expect(outcome?.error).toContain(`The API key that requested this write ${words}.`)
      expect(await sent()).toEqual([])
    },
  )

  const euros = (limits: object) => ({ currencies: [{ currencyCode: 'EUR' as const, ...limits }] })

  test.each([
    ['a smaller raise', euros({ maxRaise: '5' })],
    ['a smaller budget', euros({ maxCampaignPerDay: '30' })],
    ['less spend on the account', euros({ maxAccountPerDay: '30' })],
    ['another currency', { currencies: [{ currencyCode: 'USD', maxRaise: '100' }] }],
  ])('sends nothing when a limit that allows only %s is set before its first step', async (_, limits) => {
    const outcome = await beforeFirstStep(() => set({ guard: limits }))
    expect(outcome).toMatchObject({ success: false, code: 'SPEND_LIMIT_EXCEEDED' })
    expect(await sent()).toEqual([])
  })

  test('counts only once towards the limit of creations per hour', async () => {
    await set({ approval: { kinds: ['CREATE'] }, guard: { ...guard, maxCreationsPerHour: 1 } })
    const body = { userId: social.userId, ...minimalSocialCampaign('Counted once') }
    const create = service.call('social/create_campaign', body, { apiKey: requester.text })
    const waiting = expectRefusal(await create, 'APPROVAL_REQUIRED')
    expect(expectSuccess('approval/decide', await decide(waiting)).state).toBe('SUCCEEDED')
  })

  test('is sent without a second approval when an approval rule about it is set before its first step', async () => {
    const waiting = expectRefusal(await edit(), 'APPROVAL_REQUIRED')
    const rule = { kinds: [], currencies: [{ currencyCode: 'EUR', abovePerDay: '1' }] }
    const response = await during(
      'campaign.read',
      () => decide(waiting),
      () => set({ approval: rule } as Settings),
      1,
    )
    expect(expectSuccess('approval/decide', response).state).toBe('SUCCEEDED')
    expect(await sent()).toHaveLength(1)
  })

  test('sends nothing when spending is frozen before its first step', async () => {
    const outcome = await beforeFirstStep(() => set({ freeze: { frozen: true, reason: 'Card stolen' } }))
    expect(outcome).toMatchObject({ success: false, code: 'SPEND_FROZEN' })
    expect(await sent()).toEqual([])
  })
})
