import { expect, test } from 'vitest'
import { expectRefusal } from '../../../testing/expectations.ts'
import { linkedUser } from '../../../testing/linked.ts'
import { sandboxOf } from '../../../testing/sandbox.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandbox = sandboxOf(service)

test('whoever waits in the queue of an ad account that hangs is answered when the time of the request is over', async () => {
  const userId = await linkedUser(service)
  const stall = await sandbox.fail({ call: 'targetingsearch.list', kind: 'stall', times: 100 })
  const ask = (query: string) => service.call('social/search_targeting_interests', { userId, query })
  const inside = ['ants', 'bees', 'cats', 'dogs'].map(ask)
  await expect.poll(() => sandbox.held(stall)).toBe(4)
  const waiting = ['eels', 'fish'].map(ask)
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
  for (const answer of await over) {
    expectRefusal(answer, 'UPSTREAM_TIMEOUT')
    expect(answer.headers.get('retry-after')).toBe('2')
  }
  expect(await sandbox.held(stall)).toBe(4)

  await sandbox.release(stall)
  for (const answer of await Promise.all(inside)) expect(answer.status).toBe(200)
})
