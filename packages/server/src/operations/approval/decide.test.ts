import { expect, test } from 'vitest'
import { createPendingApproval } from '../../../testing/approvals.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { type TestService, useService } from '../../../testing/service.ts'

const service = useService()

const waiting = async (testService: TestService) =>
  ({ ...(await createPendingApproval(testService)), decision: 'APPROVED', reason: '' }) as const

test('approval/decide returns the decision and the state of the write [R4.add.approval-decide, R4.add.approval-decide.results]', async () => {
  const body = await waiting(service)
  const decided = expectSuccess('approval/decide', await service.call('approval/decide', body))
  const { operationId } = body
  expect(decided).toEqual({ success: true, error: '', operationId, decision: 'APPROVED', state: 'SUCCEEDED' })
})

test.each([
  [{ decision: 'MAYBE' }, 'decision'],
  [{ planHash: '' }, 'planHash'],
  [{ reason: 'x'.repeat(501) }, 'reason'],
])('approval/decide refuses a body with %j', async (change, field) => {
  const body = { operationId: 'op_none', planHash: 'x', decision: 'APPROVED', ...change }
  expectRefusal(await service.post('approval/decide', body), 'INVALID_FIELD', { field })
})

testOperationCosts('approval/decide', { store: 56, upstream: 3 }, waiting)
