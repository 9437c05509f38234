import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testRuntime } from '../runtime/runtime.ts'
import { Cache } from './cache.ts'

test('Cache expires an entry after its TTL by the clock of the runtime', () => {
  const clock = testRuntime()
  const memory = new Cache<string>(clock, { ttlMs: 4000, maxSize: 10 })
  memory.set('a', 'one')
  clock.advance(3999)
  expect(memory.get('a')).toBe('one')
  clock.advance(1)
  expect(memory.get('a')).toBeUndefined()
  memory.set('a', 'two')
  clock.advance(4000)
  expect(memory.get('a')).toBeUndefined()
})

test('Cache evicts the least recently used entry beyond its maximum size', () => {
  const memory = new Cache<number>(testRuntime(), { ttlMs: 4000, maxSize: 2 })
  memory.set('a', 1)
  memory.set('b', 2)
  memory.get('a')
  memory.set('c', 3)
  expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([1, undefined, 3])
})

test('Cache releases expired entries long before it reaches its maximum size', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const clock = testRuntime()
  const memory = new Cache<object>(clock, { ttlMs: 4000, maxSize: 1_000_000 })
  const weak = Array.from({ length: 1000 }, (_, number) => {
    const value = {}
    memory.set(`old ${number}`, value)
    return new WeakRef(value)
  })
  clock.advance(4000)
  for (let number = 0; number < 2000; number++) memory.set(`new ${number}`, {})
  // A WeakRef keeps its target alive until the end of the current job.
  await new Promise(setImmediate)
  collect()
  expect(weak.filter((one) => one.deref() !== undefined)).toEqual([])
})

test('Cache.getOrLoad loads a missing entry once for all concurrent callers and caches it', async () => {
  const memory = new Cache<string>(testRuntime(), { ttlMs: 4000, maxSize: 10 })
  let reads = 0
  const load = async () => {
    reads += 1
    return 'one'
  }
  const results = await Promise.all([memory.getOrLoad('a', load), memory.getOrLoad('a', load)])
  expect([...results, await memory.getOrLoad('a', load), reads]).toEqual(['one', 'one', 'one', 1])
})

test('Cache.getOrLoad does not cache an entry that was deleted while it was loading', async () => {
  const memory = new Cache<string>(testRuntime(), { ttlMs: 4000, maxSize: 10 })
  let resolveRead: (value: string) => void = () => {}
  const firstLoad = memory.getOrLoad('a', () => new Promise((resolve) => (resolveRead = resolve)))
  memory.delete('a')
  const secondLoad = memory.getOrLoad('a', async () => 'new')
  resolveRead('old')
  expect([await firstLoad, await secondLoad, memory.get('a')]).toEqual(['old', 'new', 'new'])
})

test('Cache.getOrLoad caches nothing after a load that finds nothing or fails', async () => {
  const memory = new Cache<string>(testRuntime(), { ttlMs: 4000, maxSize: 10 })
  expect(await memory.getOrLoad('a', async () => undefined)).toBeUndefined()
  await expect(memory.getOrLoad('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await memory.getOrLoad('a', async () => 'there')).toBe('there')
})
