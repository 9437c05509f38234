import { expect, test } from 'vitest'
import { testRuntime } from '../../runtime/runtime.ts'
import { withDeadline } from './deadline.ts'
import { Semaphore } from './semaphore.ts'

/**
 * A semaphore with a function that enqueues a named call for a workspace with a deadline. Calls are recorded
 * in the order of their permits.
 */
function semaphoreHarness(capacity: number) {
  const clock = testRuntime()
  const semaphore = Object.assign(new Semaphore(clock), { capacity })
  const entered: string[] = []
  const releases: (() => void)[] = []
  const enqueue = (workspaceId: string, name: string, forMs = 30_000) =>
    withDeadline(
      clock,
      forMs,
      async () => {
        releases.push(await semaphore.acquire())
        entered.push(name)
      },
      workspaceId,
    )
  /** Releases the oldest permit, so that the next call in the queue gets a permit. */
  const releaseFirst = async () => {
    releases.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, enqueue, releaseFirst, entered }
}

test('Semaphore alternates between workspaces, and serves the earliest deadline of a workspace first', async () => {
  const { enqueue, releaseFirst, entered } = semaphoreHarness(1)
  const all = [
    enqueue('a', 'a inside'),
    enqueue('a', 'a patient'),
    enqueue('a', 'a hurried', 5000),
    enqueue('a', 'a'),
  ]
  all.push(enqueue('b', 'b'), enqueue('b', 'b hurried', 5000))
  for (let count = 0; count < all.length; count++) await releaseFirst()
  await Promise.all(all)
  expect(entered).toEqual(['a inside', 'a hurried', 'b hurried', 'a patient', 'b', 'a'])
})

test('Semaphore reserves its last permits for other workspaces, however many calls one workspace sends', async () => {
  const { enqueue, releaseFirst, entered } = semaphoreHarness(64)
  const flood = Array.from({ length: 200 }, () => enqueue('a', 'a').catch(() => {}))
  await enqueue('b', 'b')
  expect(entered.at(-1)).toBe('b')
  expect(entered.length).toBeLessThan(64)
  // The remaining permits go to the workspace that holds fewer permits.
  const more = Array.from({ length: 20 }, () => enqueue('b', 'b'))
  for (let count = 0; count < 20; count++) await releaseFirst()
  await Promise.all(more)
  while (entered.length < 221) await releaseFirst()
  await Promise.all(flood)
})

test('Semaphore rejects a call at once, with a time to retry, when the call cannot be served before its deadline', async () => {
  const { clock, enqueue, releaseFirst } = semaphoreHarness(1)
  await enqueue('a', 'slow')
  clock.advance(20_000)
  await releaseFirst()
  await enqueue('a', 'inside')
  const waits = Array.from({ length: 10 }, () => enqueue('a', 'waits'))
  const refused = enqueue('a', 'too late', 10_000)
  await expect(refused).rejects.toMatchObject({ kind: 'paused', retryAfterSeconds: 20 })
  for (let count = 0; count < 11; count++) await releaseFirst()
  await Promise.all(waits)
})
