import { expect, test } from 'vitest'
import { Singleflight } from './singleflight.ts'

test('Singleflight runs identical concurrent reads once and returns the result to all callers', async () => {
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

test('Singleflight rejects all callers of a read that fails, and runs the next read', async () => {
  const singleflight = new Singleflight()
  const failingCall = () => singleflight.run('a', () => Promise.reject(new Error('no')))
  const failed = await Promise.allSettled([failingCall(), failingCall()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await singleflight.run('a', async () => 'yes')).toBe('yes')
})

test('Singleflight returns an invalidated read to its earlier callers, and runs one new read for later callers', async () => {
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
  // The end of the old read does not separate the callers that share the new read.
  late.push(startCall())
  resolvers[1]?.('new')
  expect(await Promise.all(late)).toEqual(['new', 'new', 'new'])
  expect(currentFlags).toEqual([false, true])
})

test('Singleflight.drain waits for all reads in progress, including reads that fail', async () => {
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
