import { expect, test } from 'vitest'
import { testRuntime } from '../../base/runtime.ts'
import { within } from './deadline.ts'
import { Lane } from './lane.ts'

/** A lane, and whoever comes to it for a workspace and so long, noted when it gets in. */
function laneOf(width: number) {
  const clock = testRuntime()
  const lane = Object.assign(new Lane(clock), { width })
  const entered: string[] = []
  const leaves: (() => void)[] = []
  const come = (workspaceId: string, name: string, forMs = 30_000) =>
    within(
      clock,
      forMs,
      async () => {
        leaves.push(await lane.enter())
        entered.push(name)
      },
      workspaceId,
    )
  /** The first who is inside leaves, and whoever follows is in. */
  const leave = async () => {
    leaves.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, come, leave, entered }
}

test('places are given in turns between workspaces, and within one first to whoever has the least time left', async () => {
  const { come, leave, entered } = laneOf(1)
  const all = [come('a', 'a inside'), come('a', 'a patient'), come('a', 'a hurried', 5000), come('a', 'a')]
  all.push(come('b', 'b'), come('b', 'b hurried', 5000))
  for (let count = 0; count < all.length; count++) await leave()
  await Promise.all(all)
  expect(entered).toEqual(['a inside', 'a hurried', 'b hurried', 'a patient', 'b', 'a'])
})

test('no workspace has the last places, however many it asks for', async () => {
  const { come, leave, entered } = laneOf(64)
  const flood = Array.from({ length: 200 }, () => come('a', 'a').catch(() => {}))
  await come('b', 'b')
  expect(entered.at(-1)).toBe('b')
  expect(entered.length).toBeLessThan(64)
  // What is left goes to whoever has less.
  const more = Array.from({ length: 20 }, () => come('b', 'b'))
  for (let count = 0; count < 20; count++) await leave()
  await Promise.all(more)
  while (entered.length < 221) await leave()
  await Promise.all(flood)
})

test('whoever cannot be served in time is told so at once, and when to come back', async () => {
  const { clock, come, leave } = laneOf(1)
  await come('a', 'slow')
  clock.advance(20_000)
  await leave()
  await come('a', 'inside')
  const waits = Array.from({ length: 10 }, () => come('a', 'waits'))
  const refused = come('a', 'too late', 10_000)
  await expect(refused).rejects.toMatchObject({ kind: 'paused', retryAfterSeconds: 20 })
  for (let count = 0; count < 11; count++) await leave()
  await Promise.all(waits)
})
