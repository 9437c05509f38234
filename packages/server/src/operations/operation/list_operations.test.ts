import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'
import { springCampaignId } from '../../../testing/social.ts'

const service = useService()
type ListBody = Parameters<typeof service.call<'operation/list_operations'>>[1]

/** Creates a workspace with a user and three writes, a minute apart. `made` has the newest write first. */
async function newInstallation() {
  const { apiKey } = await service.newWorkspace()
  const userId = await newLinkedUser(service, { apiKey })
  const made: string[] = []
  for (const status of ['PAUSED', 'ACTIVE', 'PAUSED'] as const) {
    service.clock.advance(60_000)
    const body = { userId, campaignId: springCampaignId, status }
    const response = await service.call('social/update_campaign_status', body, { apiKey })
    made.unshift(response.results.operationId)
  }
  const list = async (filters: ListBody = {}) =>
    expectSuccess(
      'operation/list_operations',
      await service.call('operation/list_operations', filters, { apiKey }),
    )
  const ids = async (filters: ListBody) =>
    (await list(filters)).operations.map(({ operationId }) => operationId)
  return { apiKey, userId, made, list, ids }
}

test('operation/list_operations returns writes newest first, and filters them by user, state, platform, operation and time [R4.add.operation-list_operations, R4.add.operation-list_operations.results]', async () => {
  const { apiKey, userId, made, list, ids } = await newInstallation()
  const { operations } = await list()
  expect(operations.map(({ operationId }) => operationId)).toEqual(made)
  expect(operations[0]).toMatchObject({
    operation: 'social/update_campaign_status',
    userId,
    userName: 'Linked to ada',
    state: 'SUCCEEDED',
    reason: '',
  })
  const other = await newLinkedUser(service, { apiKey })
  expect(await ids({ userId: other })).toEqual([])
  expect(await ids({ userId, states: ['SUCCEEDED', 'FAILED'] })).toEqual(made)
  expect(await ids({ states: ['NEEDS_ATTENTION'] })).toEqual([])
  expect(await ids({ platform: 'social', operation: 'social/update_campaign_status' })).toEqual(made)
  for (const filters of [
    { platform: 'pro' },
    { operation: 'social/edit_campaign' },
    { platform: 'search', operation: 'social/update_campaign_status' },
  ] as const)
    expect(await ids(filters)).toEqual([])
  const second = operations[1]?.createdAt
  expect(await ids({ since: String(second) })).toEqual(made.slice(0, 2))
  expect(await ids({ until: String(second) })).toEqual(made.slice(2))
})

test('operation/list_operations refuses an unknown operation, and returns no writes of other workspaces', async () => {
  await newInstallation()
  const response = await service.post('operation/list_operations', { operation: 'social/edit_campain' })
  expectRefusal(response, 'INVALID_FIELD', { field: 'operation' })
  expect((await service.call('operation/list_operations', {})).results.operations).toEqual([])
})

test('operation/list_operations returns each write once, on pages in both directions', async () => {
  const { made, list, ids } = await newInstallation()
  const { db } = service.app.store
  const [entry] = await db.selectFrom('operations').selectAll().where('id', '=', String(made[0])).execute()
  if (!entry) throw new Error('There is no such write.')
  const states = ['SUCCEEDED', 'FAILED', 'NEEDS_ATTENTION'] as const
  const copies = Array.from({ length: 150 }, (_, index) => ({
    ...entry,
    id: `op_copy_${String(index).padStart(3, '0')}`,
    marker: `copy_${index}`,
    state: states[index % 3] ?? 'SUCCEEDED',
    // Seven writes share each millisecond.
    created_at: entry.created_at + 1 + Math.floor(index / 7),
  }))
  await db.insertInto('operations').values(copies).execute()
  const wanted = [...copies.map(({ id }) => id).reverse(), ...made]
  const first = await list()
  const second = await list({ pagination: first.pagination.next })
  expect([...first.operations, ...second.operations].map(({ operationId }) => operationId)).toEqual(wanted)
  expect(second.pagination.next).toBe('')
  expect(await ids({ pagination: second.pagination.previous })).toEqual(wanted.slice(0, 100))
  expect((await ids({ states: ['FAILED'] })).length).toBe(50)
})

testOperationCosts('operation/list_operations', { store: 1, upstream: 0 })
