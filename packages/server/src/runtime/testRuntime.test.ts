import { expect, test } from 'vitest'
import { testRuntime } from './runtime.ts'

test('a task whose time comes while it is running runs again when it has ended, and not after it was cancelled', async () => {
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
