import { expect, test } from 'vitest'
import { watchLoop } from '../../testing/eventLoop.ts'
import { inPieces } from './pieces.ts'
import { systemRuntime } from './runtime.ts'
import { severalAtOnce } from './severalAtOnce.ts'

test('whatever is due in the background, others wait for no more than one entry or piece of it', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 8 }, (_, index) => index)
  const loop = watchLoop()
  const seen: number[] = []
  // As with a database in this process: nothing that is done waits for anything outside.
  const lanes = [1, 2].map(() =>
    severalAtOnce(
      runtime,
      entries,
      4,
      () => false,
      async (entry) => {
        loop.worked()
        seen.push(entry)
      },
    ),
  )
  let left = 5
  const pieces = inPieces(runtime.rest, async (size) => {
    loop.worked()
    return left-- > 0 ? size : 0
  })
  await Promise.all([...lanes, pieces])
  expect(loop.end()).toBe(1)
  expect(seen.toSorted((a, b) => a - b)).toEqual(entries.flatMap((entry) => [entry, entry]))
  expect(left).toBe(-1)
})
