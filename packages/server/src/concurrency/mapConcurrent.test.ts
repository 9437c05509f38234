import { expect, test } from 'vitest'
import { monitorLoop } from '../../testing/eventLoop.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { inBatches } from './inBatches.ts'
import { mapConcurrent } from './mapConcurrent.ts'

test('whatever is due in the background, others wait for no more than one entry or piece of it', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 8 }, (_, index) => index)
  const loop = monitorLoop()
  const seen: number[] = []
  // As with a database in this process: nothing that is done waits for anything outside.
  const runs = [1, 2].map(() =>
    mapConcurrent(
      runtime,
      entries,
      4,
      () => false,
      async (entry) => {
        loop.recordWork()
        seen.push(entry)
      },
    ),
  )
  let batchesLeft = 5
  const batches = inBatches(runtime.yieldInBackground, async (size) => {
    loop.recordWork()
    return batchesLeft-- > 0 ? size : 0
  })
  await Promise.all([...runs, batches])
  expect(loop.stop()).toBe(1)
  expect(seen.toSorted((a, b) => a - b)).toEqual(entries.flatMap((entry) => [entry, entry]))
  expect(batchesLeft).toBe(-1)
})
