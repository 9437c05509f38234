import { expect, test } from 'vitest'
import { monitorLoop } from '../../testing/eventLoop.ts'
import { systemRuntime } from './runtime.ts'
import { forEachYielding } from './yieldingBatches.ts'

test('forEachYielding blocks the event loop for at most one batch, even with 12 concurrent calls', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 1000 }, (_, index) => index)
  const loop = monitorLoop()
  const seen = Array.from({ length: 12 }, () => [] as number[])
  await Promise.all(
    seen.map((list) =>
      forEachYielding(entries, runtime, (entry) => {
        loop.recordWork()
        list.push(entry)
      }),
    ),
  )
  expect(loop.stop()).toBe(100)
  expect(seen).toEqual(seen.map(() => entries))
})
