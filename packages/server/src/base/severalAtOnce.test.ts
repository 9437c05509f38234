import { expect, test } from 'vitest'
import { inPieces } from './pieces.ts'
import { systemRuntime } from './runtime.ts'
import { severalAtOnce } from './severalAtOnce.ts'

test('whatever is due in the background, others wait for no more than one entry or piece of it', async () => {
  const runtime = systemRuntime()
  let worked = 0
  let most = 0
  let isOver = false
  const watchRounds = () => {
    most = Math.max(most, worked)
    worked = 0
    if (!isOver) setImmediate(watchRounds)
  }
  setImmediate(watchRounds)

  // As with a database in this process: nothing it does waits for anything outside.
  const entries = Array.from({ length: 8 }, (_, index) => index)
  const work = async () => {
    worked++
  }
  const seen: number[] = []
  const lanes = [1, 2].map(() =>
    severalAtOnce(
      runtime,
      entries,
      4,
      () => false,
      async (entry) => {
        await work()
        seen.push(entry)
      },
    ),
  )
  let left = 5
  const pieces = inPieces(runtime, async (size) => {
    await work()
    return left-- > 0 ? size : 0
  })
  await Promise.all([...lanes, pieces])

  isOver = true
  expect(seen.toSorted((a, b) => a - b)).toEqual(entries.flatMap((entry) => [entry, entry]))
  expect(left).toBe(-1)
  // The first piece begins at once.
  expect(most).toBeLessThanOrEqual(2)
})
