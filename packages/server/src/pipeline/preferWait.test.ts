import { expect, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service, 'search')

test('a write with Prefer: wait=5 returns 504 after 5 seconds, continues, and can be looked up by its idempotency key', async () => {
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  const body = { userId, locationAssetIds: ['55010001', '55010002'] }
  const headers = { 'idempotency-key': 'preferred-1', prefer: 'wait=5' }
  await sandbox.clearRequests()
  const stall = await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'stall' })

  const requested = service.call('search/create_location_group', body, { headers })
  await expect.poll(() => sandbox.isHolding(stall)).toBe(true)
  service.clock.advance(5000)
  const pending = await requested

  expect(pending.status).toBe(504)
  expect(pending.headers.get('preference-applied')).toBe('wait=5')
  expect(pending.results).toMatchObject({
    code: 'OPERATION_PENDING',
    retryable: true,
    operationId: expect.stringMatching(/^op_/),
    docs: '/docs/errors#OPERATION_PENDING',
  })
  const record = async () =>
    (await service.call('operation/get_operation', { idempotencyKey: 'preferred-1' })).results
  expect(await record()).toMatchObject({ operationId: pending.results.operationId, state: 'EXECUTING' })

  await sandbox.release(stall)

  await expect.poll(async () => (await record()).state).toBe('SUCCEEDED')
  const again = await service.call('search/create_location_group', body, { headers })
  expect(again.results).toMatchObject({ success: true, operationId: pending.results.operationId })
  expect(await sandbox.requests('googleAds:mutate')).toHaveLength(1)
})

test('a write that ends before its preferred wait returns 200 with Preference-Applied', async () => {
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  const response = await service.call(
    'search/create_location_group',
    { userId, locationAssetIds: ['55010001'] },
    { headers: { prefer: 'respond-async, wait=30' } },
  )
  expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
})

test.each(['wait', 'wait=soon', 'wait=-1', 'return=minimal'])(
  'the preference "%s" is ignored',
  async (prefer) => {
    const userId = await newLinkedUser(service, { platform: 'SEARCH' })
    const body = { userId, locationAssetIds: ['55010002'], dryRun: true }
    const response = await service.call('search/create_location_group', body, { headers: { prefer } })
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, null])
  },
)

test('operation/get_operation accepts an operationId or an idempotency key of the same workspace, not both', async () => {
  const both = await service.post('operation/get_operation', { operationId: 'op_1', idempotencyKey: 'k' })
  expect([both.status, JSON.parse(both.text).results.field]).toEqual([400, 'idempotencyKey'])
  const none = await service.post('operation/get_operation', {})
  expect([none.status, JSON.parse(none.text).results.field]).toEqual([400, 'operationId'])
  const idempotencyKey = 'ours-1'
  const userId = await newLinkedUser(service, { platform: 'SEARCH' })
  const headers = { 'idempotency-key': idempotencyKey }
  await service.call('search/create_location_group', { userId, locationAssetIds: ['55010001'] }, { headers })
  expect((await service.call('operation/get_operation', { idempotencyKey })).status).toBe(200)
  const { apiKey } = await service.newWorkspace()
  const foreign = await service.post('operation/get_operation', { idempotencyKey }, apiKey)
  expect(foreign.status).toBe(404)
})
