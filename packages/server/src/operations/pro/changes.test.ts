// Tests changes of the status and the budget of LinkedIn campaigns.

import { beforeEach, describe, expect, test } from 'vitest'
import { advanceUntilFinal } from '../../../testing/advanceUntilFinal.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { usePro } from '../../../testing/pro.ts'
import { isVariedRun } from '../../../testing/service.ts'

const pro = usePro()
const { sandbox } = pro
const account = 'adAccounts/512345678'
const trade = '640118001'

const statusAt = async (id: string) =>
  (await pro.requestPlatform(`${account}/adCampaignGroups/${id}?fields=status`)) as { status: string }
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
    // LinkedIn deletes a draft immediately.
    expectSuccess(operation, await pro.call(operation, { campaignId: '640118034', status: 'DELETED' }))
    await expect(statusAt('640118034')).rejects.toThrow('404')
  })

  test.each([
    ['is lost after it took effect', { kind: 'reset', when: 'after' }],
    ['is lost before it takes effect', { kind: 'reset' }],
    ['takes effect but returns status 500', { kind: 'status', status: 500, when: 'after' }],
    ['returns status 429', { kind: 'status', status: 429 }],
  ])('pauses the campaign although the first request to LinkedIn %s', async (_, fault) => {
    await pro.call(operation, { campaignId: trade, status: 'ACTIVE' })
    await sandbox.injectFault({ call: 'adCampaignGroups.update', ...fault })
    expectSuccess(operation, await pro.call(operation, { campaignId: trade, status: 'PAUSED' }))
    expect(await statusAt(trade)).toEqual({ status: 'PAUSED' })
  })

  test('is pending until the quota allows adrail to read the campaign back', async () => {
    await pro.call(operation, { campaignId: trade, status: 'ACTIVE' })
    // The plan reads the campaign first.
    await sandbox.injectFault({
      call: 'adCampaignGroups.get',
      skip: 1,
      kind: 'status',
      status: 429,
      times: 2,
    })
    const response = await pro.call(operation, { campaignId: trade, status: 'PAUSED' })
    const { operationId = '' } = expectRefusal(response, 'OPERATION_PENDING')
    const retryAfter = Number(response.headers.get('retry-after'))
    const read = await pro.call(operation, { campaignId: trade, status: 'PAUSED', dryRun: true })
    expectRefusal(read, 'UPSTREAM_RATE_LIMITED')
    expect(retryAfter).toBe(Number(read.headers.get('retry-after')))
    pro.service.clock.advance(retryAfter * 1000)
    const outcome = async () =>
      (await pro.service.call('operation/get_operation', { operationId })).results.state
    await expect.poll(outcome).toBe('SUCCEEDED')
  })

  test('reports a role that is too low, and a campaign that does not exist', async () => {
    await sandbox.injectFault({
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
    const response = await pro.call(operation, { campaignId: '640118012', amount: 200.01 })
    expectSuccess(operation, response)
    const after = await budgetsAt('640118012')
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    const cents = changed.reduce((sum, name) => sum + Number((after[name] ?? '').replace('.', '')), 0)
    expect(changed.length).toBeGreaterThan(1)
    expect(cents).toBe(20001)
  })

  test('reports the minimum budget of LinkedIn, and refuses an amount with more decimals than the currency', async () => {
    const low = await pro.call(operation, { campaignId: '640118012', amount: 4 })
    const { error } = expectRefusal(low, 'BUDGET_TOO_LOW', { field: 'amount' })
    // Only the error message of LinkedIn contains the minimum.
    if (!isVariedRun()) expect(error).toContain('10.00')
    const fine = await pro.call(operation, { campaignId: trade, amount: 90.005 })
    expectRefusal(fine, 'INVALID_FIELD', { field: 'amount' })
  })

  test('does not overwrite a budget that someone else set during the request', async () => {
    const { results } = await pro.call('pro/get_ad_groups', { campaignId: trade })
    const [first] = results.adGroups.filter(({ status }) => status === 'ACTIVE')
    await sandbox.injectFault({ call: 'adCampaigns.update', kind: 'reset' })
    const stalled = await sandbox.injectFault({ call: 'adCampaigns.get', kind: 'stall' })
    const pending = pro.call(operation, { campaignId: trade, amount: 150 })
    await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
    const dailyBudget = { amount: '33.00', currencyCode: 'USD' }
    await pro.requestPlatform(`${account}/adCampaigns/${first?.id}`, {
      method: 'POST',
      body: { patch: { $set: { dailyBudget } } },
    })
    await sandbox.release(stalled)
    expectRefusal(await pending, 'CONCURRENT_CHANGE')
    expect((await budgetsAt(trade))[first?.name ?? '']).toBe('33.00')
  })

  describe('when the share of a later ad group is refused', () => {
    const [first, second] = ['361084726', '361084737']
    const set = async (id: string, amount: string) => {
      const dailyBudget = { amount, currencyCode: 'USD' }
      const body = { patch: { $set: { dailyBudget } } }
      await pro.requestPlatform(`${account}/adCampaigns/${id}`, { method: 'POST', body })
    }
    /** The second share would be 5.00, but LinkedIn requires at least 10.00. */
    const lower = (headers: Readonly<Record<string, string>> = {}) =>
      pro.call(operation, { campaignId: trade, amount: 50 }, headers)
    const dailyOf = async (id: string) => {
      const { dailyBudget } = (await pro.requestPlatform(`${account}/adCampaigns/${id}`)) as {
        dailyBudget: { amount: string }
      }
      return dailyBudget.amount
    }
    const budgets = async () => [await dailyOf(first), await dailyOf(second)]

    beforeEach(async () => {
      await set(first, '90.00')
      await set(second, '10.00')
      await sandbox.clearRequests()
    })

    test('rolls back the earlier ad groups and leaves nothing to undo', async () => {
      const { operationId = '' } = expectRefusal(await lower(), 'BUDGET_TOO_LOW', { field: 'amount' })
      expect(await budgets()).toEqual(['90.00', '10.00'])
      expect((await sandbox.effects()).map(({ id }) => id)).toEqual([first, first])
      const undone = await pro.service.call('operation/undo_operation', { operationId })
      expect(expectRefusal(undone, 'UNDO_REFUSED').error).toContain('it failed')
    })

    test('rolls back the earlier ad groups although the response to the rollback is lost', async () => {
      await sandbox.injectFault({ call: 'adCampaigns.update', kind: 'reset', when: 'after', skip: 2 })
      const response = await advanceUntilFinal(pro, () =>
        lower({ 'idempotency-key': 'lost-on-the-way-back' }),
      )
      expectRefusal(response, 'BUDGET_TOO_LOW', { field: 'amount' })
      expect(await budgets()).toEqual(['90.00', '10.00'])
    })

    test('keeps and reports a budget that someone else set during the rollback', async () => {
      const stalled = await sandbox.injectFault({ call: 'adCampaigns.get', kind: 'stall' })
      const pending = lower()
      await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
      await set(first, '33.00')
      await sandbox.release(stalled)
      const { error } = expectRefusal(await pending, 'BUDGET_TOO_LOW')
      expect(error).toContain(`The daily budget of ad group ${first} keeps the value that someone else set`)
      expect(await budgets()).toEqual(['33.00', '10.00'])
    })

    test('reports a budget that LinkedIn refuses to roll back, and accepts the next change', async () => {
      const refusal = { kind: 'status', status: 400, code: 'FIELD_INVALID' }
      await sandbox.injectFault({ call: 'adCampaigns.update', ...refusal, skip: 2 })
      const { error } = expectRefusal(await lower(), 'BUDGET_TOO_LOW')
      expect(error).toContain(`The daily budget of ad group ${first} keeps its new value`)
      expect(await budgets()).toEqual(['45.00', '10.00'])
      expectSuccess(operation, await pro.call(operation, { campaignId: trade, amount: 60 }))
    })

    test('does not restore a higher budget after a freeze, and reports the block', async () => {
      const stalled = await sandbox.injectFault({ call: 'adCampaigns.update', kind: 'stall', skip: 1 })
      const pending = lower()
      await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
      const freeze = (frozen: boolean) =>
        pro.service.call('workspace/update_settings', { freeze: { frozen, reason: 'Stop.' } })
      await freeze(true)
      await sandbox.release(stalled)
      const { error } = expectRefusal(await pending, 'BUDGET_TOO_LOW')
      await freeze(false)
      expect(error).toContain('Spend increases were blocked meanwhile')
      expect(await budgets()).toEqual(['45.00', '10.00'])
    })
  })
})
