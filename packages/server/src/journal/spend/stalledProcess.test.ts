// A raise stays counted while another process carries it out.

import { expect, test } from 'vitest'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'
import { ServiceError } from '../../runtime/errors.ts'
import type { Step } from '../step.ts'
import type { Write } from '../write.ts'
import { noSpending, toSpending } from './spendChange.ts'

const operation = 'social/update_campaign_status' as const
const standstill = Promise.withResolvers<void>()
let sends = 0
let isDone = false

const raise: Step = {
  name: 'raise',
  canCompensate: false,
  validate: async () => {},
  raisesSpend: () => true,
  compensationRaisesSpend: () => false,
  async send() {
    sends += 1
    if (sends === 1) {
      // The step stalls before it sends anything. By then the request has timed out.
      await standstill.promise
      throw new ServiceError('UPSTREAM_TIMEOUT', { values: { platform: 'social' } })
    }
    isDone = true
    return { upstreamId: '1' }
  },
  reconcile: async () => (isDone ? { state: 'done', outcome: { upstreamId: '1' } } : { state: 'not_done' }),
  compensate: async () => {},
}

const testWrite: Write<typeof operation> = {
  operation,
  platform: 'social',
  steps: new Map([[raise.name, raise]]),
  target: () => undefined,
  plan: async () => ({
    steps: [{ name: raise.name, says: 'Raises it.', data: null }],
    spend: {
      campaignId: '',
      currencyCode: 'EUR',
      before: noSpending,
      after: toSpending('social', { daily: 10_000_000n, lifetime: 0n }, true),
      field: 'status',
    },
  }),
  results: () => ({}),
}

const service = useService({ handlers: { [operation]: testWrite } })

test('a process that stalls and loses a write to the runner does not release the raise that the write counts', async () => {
  const userId = await newLinkedUser(service)
  const response = service.call(operation, { userId, campaignId: '1', status: 'ACTIVE' })
  await expect.poll(() => sends).toBe(1)
  const { db } = service.app.store
  // The lease expires, and the runner takes the write over.
  await db.updateTable('operations').set({ lease_until: 1 }).execute()
  const states = () => db.selectFrom('operations').select('state').execute()
  await expect
    .poll(() => {
      service.clock.advance(2000)
      return states()
    })
    .toEqual([{ state: 'SUCCEEDED' }])
    .finally(() => standstill.resolve())
  expect((await response).status).toBe(504)
  expect(await db.selectFrom('raises').select(['campaign_id', 'runs']).execute()).toEqual([
    { campaign_id: '1', runs: 1 },
  ])
})
