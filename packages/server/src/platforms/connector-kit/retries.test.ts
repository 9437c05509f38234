import { expect, test } from 'vitest'
import { testRuntime } from '../../runtime/runtime.ts'
import { Retries } from './retries.ts'

const always = () => 0

test('Retries runs a failing read at most four times', async () => {
  const retries = new Retries(testRuntime())
  let attempts = 0
  const failing = retries.run(async () => {
    attempts += 1
    throw new Error(`attempt ${attempts}`)
  }, always)
  await expect(failing).rejects.toThrow('attempt 4')
  expect(attempts).toBe(4)
})

test('Retries does not retry an error that is not retryable', async () => {
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

test('Retries limits 100 failing reads to 100 retries in total', async () => {
  const retries = new Retries({ ...testRuntime(), pause: async () => {} })
  let attempts = 0
  for (let call = 0; call < 100; call++)
    await retries
      .run(async () => {
        attempts += 1
        throw new Error('down')
      }, always)
      .catch(() => {})
  // 100 reads and the 100 retries of the budget. Without the budget, there would be 300 retries.
  expect(attempts).toBe(200)
})

test('Retries lets at least 99 of 100 reads succeed while 3 of 10 calls fail, for 5,000 reads', async () => {
  const retries = new Retries({ ...testRuntime(), pause: async () => {} })
  let [calls, done] = [0, 0]
  // The third, sixth and tenth of every ten attempts fail, from the first read to the last.
  const attempt = async () => {
    if ([3, 6, 0].includes(++calls % 10)) throw new Error('passes')
    done += 1
  }
  for (let read = 0; read < 5000; read++) await retries.run(attempt, always).catch(() => {})
  expect(done).toBeGreaterThanOrEqual(4950)
})
