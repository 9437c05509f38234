import { expect, test } from 'vitest'
import { eachInTurns } from './longWork.ts'
import { systemRuntime } from './runtime.ts'

test('however much long work is begun together, others wait for no more than one piece of it', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 1000 }, (_, index) => index)
  let worked = 0
  let most = 0
  let isOver = false
  const watchRounds = () => {
    most = Math.max(most, worked)
    worked = 0
    if (!isOver) setImmediate(watchRounds)
  }
  setImmediate(watchRounds)

  const seen = Array.from({ length: 12 }, () => [] as number[])
  await Promise.all(
    seen.map((list) =>
      eachInTurns(entries, runtime, (entry) => {
        worked++
        list.push(entry)
      }),
    ),
  )

  isOver = true
  expect(seen).toEqual(seen.map(() => entries))
  expect(most).toBe(100)
})
