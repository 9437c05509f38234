import { expect, test } from 'vitest'
import { testRuntime } from './runtime.ts'

test('testRuntime runs a task once more if it became due while it was running, unless the task was canceled', async () => {
  const clock = testRuntime()
  const ends: (() => void)[] = []
  const cancel = clock.every(2000, () => new Promise<void>((end) => ends.push(end)))
  clock.advance(2000)
  clock.advance(2000)
  clock.advance(2000)
  expect(ends).toHaveLength(3)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(4)
  clock.advance(2000)
  cancel()
  for (const end of ends) end()
  await new Promise(setImmediate)
  expect(ends).toHaveLength(5)
})
