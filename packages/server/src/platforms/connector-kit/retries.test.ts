import { expect, test } from 'vitest'
import { testRuntime } from '../../runtime/runtime.ts'
import { Retries } from './retries.ts'

const always = () => 0

test('a read is tried four times at most', async () => {
  const retries = new Retries(testRuntime())
  let attempts = 0
  const failing = retries.run(async () => {
    attempts += 1
    throw new Error(`attempt ${attempts}`)
  }, always)
  await expect(failing).rejects.toThrow('attempt 4')
  expect(attempts).toBe(4)
})

test('what would not help is not tried again', async () => {
  let attempts = 0
  const failing = new Retries(testRuntime()).run(
    async () => {
      attempts += 1
      throw new Error('no')
    },
    () => undefined,
  )
  await expect(failing).rejects.toThrow('no')
  expect(attempts).toBe(1)
})

test('when everything fails, retrying ends by itself', async () => {
  const retries = new Retries({ ...testRuntime(), pause: async () => {} })
  let attempts = 0
  for (let call = 0; call < 100; call++)
    await retries
      .run(async () => {
        attempts += 1
        throw new Error('down')
      }, always)
      .catch(() => {})
  // A hundred calls, and a hundred retries from the budget: not three hundred.
  expect(attempts).toBe(200)
})

test('while three calls in ten fail, 99 in 100 reads succeed, for as long as it lasts', async () => {
  const retries = new Retries({ ...testRuntime(), pause: async () => {} })
  let [calls, done] = [0, 0]
  // Every third, sixth and tenth of ten: what matters is how many fail, and that it goes on.
  const attempt = async () => {
    if ([3, 6, 0].includes(++calls % 10)) throw new Error('passes')
    done += 1
  }
  for (let read = 0; read < 5000; read++) await retries.run(attempt, always).catch(() => {})
  expect(done).toBeGreaterThanOrEqual(4950)
})
