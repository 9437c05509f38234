import { expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { linkedUser } from '../../../testing/linked.ts'
import type { TestService } from '../../../testing/service.ts'
import { useService } from '../../../testing/service.ts'
import { spring } from '../../../testing/social.ts'

const service = useService()

/** A write that waits, asked for with another key, and what approves it. */
async function waiting(asked: TestService, amount: number) {
  await asked.call('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
  const { text: apiKey } = await asked.newKey()
  const userId = await linkedUser(asked)
  const body = { userId, campaignId: spring, amount }
  const answer = await asked.call('social/edit_campaign', body, { apiKey })
  const { operationId = '', planHash = '' } = expectRefusal(answer, 'APPROVAL_REQUIRED')
  return { operationId, planHash, decision: 'APPROVED', reason: '' } as const
}

test('answers what was decided and how far the write is [R4.add.approval-decide, R4.add.approval-decide.results]', async () => {
  const body = await waiting(service, 31)
  const decided = expectSuccess('approval/decide', await service.call('approval/decide', body))
  const { operationId } = body
  expect(decided).toEqual({ success: true, error: '', operationId, decision: 'APPROVED', state: 'SUCCEEDED' })
})

test.each([
  [{ decision: 'MAYBE' }, 'decision'],
  [{ planHash: '' }, 'planHash'],
  [{ reason: 'x'.repeat(501) }, 'reason'],
])('refuses %j', async (change, field) => {
  const body = { operationId: 'op_none', planHash: 'x', decision: 'APPROVED', ...change }
  expectRefusal(await service.post('approval/decide', body), 'INVALID_FIELD', { field })
})

let amount = 40
costs('approval/decide', { store: 40, upstream: 2 }, (asked) => waiting(asked, ++amount))
