import { expect, test } from 'vitest'
import { Flights } from './flights.ts'

test('identical reads that are under way at the same moment are asked once, and answered to everybody', async () => {
  const flights = new Flights()
  const answers: ((value: string) => void)[] = []
  const ask = () => flights.share('a', () => new Promise<string>((resolve) => answers.push(resolve)))
  const asked = [ask(), ask(), ask()]
  const other = flights.share('b', async () => 'other')
  expect(answers).toHaveLength(1)
  answers[0]?.('one')
  expect(await Promise.all(asked)).toEqual(['one', 'one', 'one'])
  expect(await other).toBe('other')

  const later = ask()
  expect(answers).toHaveLength(2)
  answers[1]?.('two')
  expect(await later).toBe('two')
})

test('a read that fails, fails for everybody, and is asked anew afterwards', async () => {
  const flights = new Flights()
  const fail = () => flights.share('a', () => Promise.reject(new Error('no')))
  const failed = await Promise.allSettled([fail(), fail()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flights.share('a', async () => 'yes')).toBe('yes')
})
