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

test('a question that was forgotten is answered to those who wait, and asked anew for the others', async () => {
  const flights = new Flights()
  const answers: ((value: string) => void)[] = []
  const wanted: boolean[] = []
  const ask = () =>
    flights.share('a', async (isShared) => {
      const value = await new Promise<string>((resolve) => answers.push(resolve))
      wanted.push(isShared())
      return value
    })
  const early = ask()
  flights.forget('a')
  const late = [ask(), ask()]
  expect(answers).toHaveLength(2)
  answers[0]?.('old')
  expect(await early).toBe('old')
  // The end of the old one does not part those who share the new one.
  late.push(ask())
  answers[1]?.('new')
  expect(await Promise.all(late)).toEqual(['new', 'new', 'new'])
  expect(wanted).toEqual([false, true])
})

test('settling waits for all that is under way, also for what fails', async () => {
  const flights = new Flights()
  const ends: (() => void)[] = []
  const failed = flights.share(
    'a',
    () => new Promise((_, reject) => ends.push(() => reject(new Error('no')))),
  )
  const done = flights.share('b', () => new Promise<void>((resolve) => ends.push(resolve)))
  let settled = false
  const settling = flights.settle().then(() => {
    settled = true
  })
  ends[0]?.()
  await expect(failed).rejects.toThrow('no')
  expect(settled).toBe(false)
  ends[1]?.()
  await done
  await settling
})
