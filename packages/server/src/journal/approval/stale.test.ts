// An approved write locks its campaign only after the decision. It must not overwrite changes that others
// made before that.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { createAtPlatform, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const { service, sandbox } = social

test('a raise that is approved while the budget is being lowered does not overwrite the lower budget', async () => {
  const campaignId = await createAtPlatform(social, 'campaigns', {
    name: 'Lowered meanwhile',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    status: 'ACTIVE',
    daily_budget: 1000,
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  })
  const approver = await service.newKey({ scopes: ['approve'] })
  const guard = { maxRaiseFactor: 3, currencies: [{ currencyCode: 'EUR', maxAccountPerDay: '100000' }] }
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] }, guard })
  const edit = (amount: number) => social.call('social/edit_campaign', { campaignId, amount })
  const { operationId = '', planHash = '' } = expectRefusal(await edit(20), 'APPROVAL_REQUIRED')

  // adrail plans again and then reads the account. While that read stalls, another request lowers the budget.
  const seen = await sandbox.injectFault({ call: 'campaigns.list', kind: 'stall' })
  const decided = service.call(
    'approval/decide',
    { operationId, planHash, decision: 'APPROVED', reason: '' },
    { apiKey: approver.text },
  )
  await expect.poll(() => sandbox.isHolding(seen)).toBe(true)
  expectSuccess('social/edit_campaign', await edit(5))
  await sandbox.release(seen)

  expect(expectSuccess('approval/decide', await decided).state).toBe('FAILED')
  const { results } = await service.call('operation/get_operation', { operationId })
  expect(results.outcome).toMatchObject({ success: false, code: 'CONCURRENT_CHANGE' })
  const { campaigns } = (await social.call('social/get_campaigns', {})).results
  expect(campaigns.find(({ id }) => id === campaignId)?.dailyBudget).toBe('5.00')
  // A write without an effect no longer counts as a raise.
  expect(await service.app.store.db.selectFrom('raises').select('operation_id').execute()).toEqual([])
})
