import { expect, test } from 'vitest'
import { Singleflight } from './singleflight.ts'

test('identical reads that are under way at the same moment are asked once, and answered to everybody', async () => {
  const singleflight = new Singleflight()
  const resolvers: ((value: string) => void)[] = []
  const startCall = () =>
    singleflight.run('a', () => new Promise<string>((resolve) => resolvers.push(resolve)))
  const calls = [startCall(), startCall(), startCall()]
  const other = singleflight.run('b', async () => 'other')
  expect(resolvers).toHaveLength(1)
  resolvers[0]?.('one')
  expect(await Promise.all(calls)).toEqual(['one', 'one', 'one'])
  expect(await other).toBe('other')

  const later = startCall()
  expect(resolvers).toHaveLength(2)
  resolvers[1]?.('two')
  expect(await later).toBe('two')
})

test('a read that fails, fails for everybody, and is asked anew afterwards', async () => {
  const singleflight = new Singleflight()
  const failingCall = () => singleflight.run('a', () => Promise.reject(new Error('no')))
  const failed = await Promise.allSettled([failingCall(), failingCall()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await singleflight.run('a', async () => 'yes')).toBe('yes')
})

test('a question that was forgotten is answered to those who wait, and asked anew for the others', async () => {
  const singleflight = new Singleflight()
  const resolvers: ((value: string) => void)[] = []
  const currentFlags: boolean[] = []
  const startCall = () =>
    singleflight.run('a', async (isCurrent) => {
      const value = await new Promise<string>((resolve) => resolvers.push(resolve))
      currentFlags.push(isCurrent())
      return value
    })
  const early = startCall()
  singleflight.invalidate('a')
  const late = [startCall(), startCall()]
  expect(resolvers).toHaveLength(2)
  resolvers[0]?.('old')
  expect(await early).toBe('old')
  // The end of the old one does not part those who share the new one.
  late.push(startCall())
  resolvers[1]?.('new')
  expect(await Promise.all(late)).toEqual(['new', 'new', 'new'])
  expect(currentFlags).toEqual([false, true])
})

test('settling waits for all that is under way, also for what fails', async () => {
  const singleflight = new Singleflight()
  const ends: (() => void)[] = []
  const failed = singleflight.run(
    'a',
    () => new Promise((_, reject) => ends.push(() => reject(new Error('no')))),
  )
  const done = singleflight.run('b', () => new Promise<void>((resolve) => ends.push(resolve)))
  let isDrained = false
  const draining = singleflight.drain().then(() => {
    isDrained = true
  })
  ends[0]?.()
  await expect(failed).rejects.toThrow('no')
  expect(isDrained).toBe(false)
  ends[1]?.()
  await done
  await draining
})
