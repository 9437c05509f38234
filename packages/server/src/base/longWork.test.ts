import { expect, test } from 'vitest'
import { watchLoop } from '../../testing/eventLoop.ts'
import { eachInTurns } from './longWork.ts'
import { systemRuntime } from './runtime.ts'

test('however much long work is begun together, others wait for no more than one piece of it', async () => {
  const runtime = systemRuntime()
  const entries = Array.from({ length: 1000 }, (_, index) => index)
  const loop = watchLoop()
  const seen = Array.from({ length: 12 }, () => [] as number[])
  await Promise.all(
    seen.map((list) =>
      eachInTurns(entries, runtime, (entry) => {
        loop.worked()
        list.push(entry)
      }),
    ),
  )
  expect(loop.end()).toBe(100)
  expect(seen).toEqual(seen.map(() => entries))
})
