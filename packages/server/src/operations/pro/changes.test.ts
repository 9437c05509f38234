// Changes of campaigns on the professional network.

import { describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePro } from '../../../testing/pro.ts'

const pro = usePro()
const { sandbox } = pro
const account = 'adAccounts/512345678'
const trade = '640118001'

const statusAt = async (id: string) =>
  (await pro.ask(`${account}/adCampaignGroups/${id}?fields=status`)) as { status: string }
const budgetsAt = async (id: string) => {
  const { results } = await pro.call('pro/get_ad_groups', { campaignId: id })
  return Object.fromEntries(results.adGroups.map(({ name, dailyBudget }) => [name, dailyBudget]))
}

describe('pro/update_campaign_status', () => {
  const operation = 'pro/update_campaign_status'
  test('pauses, starts and deletes a campaign [R4.add.pro-update_campaign_status, R4.add.pro-update_campaign_status.results]', async () => {
    const campaignId = '640118023'
    for (const status of ['ACTIVE', 'PAUSED'] as const) {
      expectSuccess(operation, await pro.call(operation, { campaignId, status }))
      expect(await statusAt(campaignId)).toEqual({ status })
    }
    expectSuccess(operation, await pro.call(operation, { campaignId, status: 'DELETED' }))
    expect(await statusAt(campaignId)).toEqual({ status: 'PENDING_DELETION' })
    const again = await pro.call(operation, { campaignId, status: 'ACTIVE' })
    expectRefusal(again, 'PLATFORM_REJECTED', { field: 'campaignId' })
    // A draft is deleted outright.
    expectSuccess(operation, await pro.call(operation, { campaignId: '640118034', status: 'DELETED' }))
    await expect(statusAt('640118034')).rejects.toThrow('404')
  })

  test.each([
    ['lost after it was done', { kind: 'reset', when: 'after' }],
    ['lost before it was done', { kind: 'reset' }],
    ['answered with a failure, and done', { kind: 'status', status: 500, when: 'after' }],
    ['throttled', { kind: 'status', status: 429 }],
  ])('is done once when its request is %s', async (_, fault) => {
    await pro.call(operation, { campaignId: trade, status: 'ACTIVE' })
    await sandbox.fail({ call: 'adCampaignGroups.update', ...fault })
    expectSuccess(operation, await pro.call(operation, { campaignId: trade, status: 'PAUSED' }))
    expect(await statusAt(trade)).toEqual({ status: 'PAUSED' })
  })

  test('explains a role that is too low, and a campaign that is none', async () => {
    await sandbox.fail({
      call: 'adCampaignGroups.update',
      kind: 'status',
      status: 403,
      code: 'NO_PERMISSION_TO_UPDATE',
    })
    const low = await pro.call(operation, { campaignId: '640118012', status: 'PAUSED' })
    expect(expectRefusal(low, 'PERMISSION_MISSING').error).toContain('role')
    const none = await pro.call(operation, { campaignId: '1', status: 'PAUSED' })
    expectRefusal(none, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  })
})

describe('pro/edit_campaign', () => {
  const operation = 'pro/edit_campaign'
  test('divides the amount among the ad groups that can spend, to the cent [R4.add.pro-edit_campaign, R4.add.pro-edit_campaign.results]', async () => {
    const before = await budgetsAt('640118012')
    const answer = await pro.call(operation, { campaignId: '640118012', amount: 200.01 })
    expectSuccess(operation, answer)
    const after = await budgetsAt('640118012')
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    const cents = changed.reduce((sum, name) => sum + Number((after[name] ?? '').replace('.', '')), 0)
    expect(changed.length).toBeGreaterThan(1)
    expect(cents).toBe(20001)
  })

  test('names the minimum of the platform, and refuses what the currency does not have', async () => {
    const low = await pro.call(operation, { campaignId: '640118012', amount: 4 })
    expect(expectRefusal(low, 'BUDGET_TOO_LOW', { field: 'amount' }).error).toContain('10.00')
    const fine = await pro.call(operation, { campaignId: trade, amount: 90.005 })
    expectRefusal(fine, 'INVALID_FIELD', { field: 'amount' })
  })

  test('does not overwrite what somebody else set meanwhile', async () => {
    const { results } = await pro.call('pro/get_ad_groups', { campaignId: trade })
    const [first] = results.adGroups.filter(({ status }) => status === 'ACTIVE')
    await sandbox.fail({ call: 'adCampaigns.update', kind: 'reset' })
    const held = await sandbox.fail({ call: 'adCampaigns.get', kind: 'stall' })
    const pending = pro.call(operation, { campaignId: trade, amount: 150 })
    await expect.poll(() => sandbox.isHolding(held)).toBe(true)
    const dailyBudget = { amount: '33.00', currencyCode: 'USD' }
    await pro.ask(`${account}/adCampaigns/${first?.id}`, {
      method: 'POST',
      body: { patch: { $set: { dailyBudget } } },
    })
    await sandbox.release(held)
    expectRefusal(await pending, 'CONCURRENT_CHANGE')
    expect((await budgetsAt(trade))[first?.name ?? '']).toBe('33.00')
  })
})
