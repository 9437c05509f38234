import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const { service } = social

test('approval/list_approvals returns each write that needs approval once, oldest first, on pages in both directions [R4.add.approval-list_approvals, R4.add.approval-list_approvals.results]', async () => {
  await service.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  const response = await social.call('social/edit_campaign', { campaignId: springCampaignId, amount: 30 })
  const operationIds = await multiply(expectRefusal(response, 'APPROVAL_REQUIRED').operationId ?? '', 52)
  const list = async (pagination = '') =>
    expectSuccess('approval/list_approvals', await service.call('approval/list_approvals', { pagination }))
  const ids = ({ approvals }: Awaited<ReturnType<typeof list>>) =>
    approvals.map(({ operationId }) => operationId)
  const first = await list()
  const second = await list(first.pagination.next)
  expect([...ids(first), ...ids(second)]).toEqual(operationIds)
  expect([first.pagination.previous, second.pagination.next]).toEqual(['', ''])
  const back = await list(second.pagination.previous)
  expect(ids(back)).toEqual(ids(first))
  expect(new Set(back.approvals.map(({ userName }) => userName))).toEqual(new Set(['Linked to ada']))
  expect(back.approvals[0]?.requestedByName).toBe('test')
  expect(back.pagination.previous).toBe('')
})

/** Copies a write that needs approval, because creating `count` of them by request takes seconds. */
async function multiply(operationId: string, count: number): Promise<string[]> {
  const { db } = service.app.store
  const one = db.selectFrom('operations').selectAll().where('id', '=', operationId)
  const approval = db.selectFrom('approvals').selectAll().where('operation_id', '=', operationId)
  const [entry, waiting] = [await one.executeTakeFirstOrThrow(), await approval.executeTakeFirstOrThrow()]
  const ids = Array.from({ length: count }, (_, number) => `${operationId}${number || ''}`).sort()
  for (const id of ids.filter((each) => each !== operationId)) {
    await db
      .insertInto('operations')
      .values({ ...entry, id, marker: id, fingerprint: id })
      .execute()
    await db
      .insertInto('approvals')
      .values({ ...waiting, operation_id: id })
      .execute()
  }
  return ids
}

testOperationCosts('approval/list_approvals', { store: 1, upstream: 0 })
