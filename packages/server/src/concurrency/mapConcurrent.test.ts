import { expect, test } from 'vitest'
import { monitorLoop } from '../../testing/eventLoop.ts'
import { systemRuntime } from '../runtime/runtime.ts'
import { inBatches } from './inBatches.ts'
import { mapConcurrent } from './mapConcurrent.ts'

test('mapConcurrent and inBatches together block the event loop for at most one entry or batch', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 8 }, (_, index) => index)
  const loop = monitorLoop()
  const seen: number[] = []
  // No step waits for anything outside the process, as with an embedded database.
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
