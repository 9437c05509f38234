import { expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)

test('a call in the queue of an ad account that hangs gets UPSTREAM_TIMEOUT at the deadline of its request', async () => {
  const userId = await newLinkedUser(service)
  const stall = await sandbox.injectFault({ call: 'targetingsearch.list', kind: 'stall', times: 100 })
  const search = (query: string) => service.call('social/search_targeting_interests', { userId, query })
  const activeCalls = ['ants', 'bees', 'cats', 'dogs'].map(search)
  await expect.poll(() => sandbox.countHeld(stall)).toBe(4)
  const waiting = ['eels', 'fish'].map(search)
  const over = Promise.all(waiting)
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  await expect
    .poll(() => {
      service.clock.advance(30_000)
      return isOver
    })
    .toBe(true)
  for (const response of await over) {
    expectRefusal(response, 'UPSTREAM_TIMEOUT')
    expect(response.headers.get('retry-after')).toBe('2')
  }
  expect(await sandbox.countHeld(stall)).toBe(4)

  await sandbox.release(stall)
  for (const response of await Promise.all(activeCalls)) expect(response.status).toBe(200)
})
