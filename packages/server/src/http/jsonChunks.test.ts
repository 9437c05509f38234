import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCompressedList } from '../runtime/compressedList.ts'
import { testRuntime } from '../runtime/runtime.ts'
import { jsonChunks } from './jsonChunks.ts'

const runtime = testRuntime()
const anything = fc.object({
  maxDepth: 9,
  withDate: true,
  values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constantFrom(undefined, null)],
})

async function collectChunks(value: unknown): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const piece of jsonChunks(value, runtime)) chunks.push(piece)
  return chunks
}

async function written(value: unknown): Promise<string> {
  return Buffer.concat(await collectChunks(value)).toString()
}

test('jsonChunks writes a nested value exactly as JSON.stringify does', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('jsonChunks writes a compressed list of any length as the list of its entries', async () => {
  for (const length of [0, 3, 250, 1001]) {
    const entries = Array.from({ length }, (_, index) => ({ index, name: `“${index}”` }))
    const list = await toCompressedList(entries, runtime)
    expect([list.length, list.head]).toEqual([length, entries.slice(0, 300)])
    const joined = list.concat([list])
    expect(await written({ results: { rows: joined, more: 1 } })).toBe(
      JSON.stringify({ results: { rows: [...entries, ...entries], more: 1 } }),
    )
  }
})

test('jsonChunks splits a large value into chunks and yields to the event loop between them', async () => {
  const value = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`ad ${index}`, 'é'.repeat(500)]),
  )
  let yields = 0
  const counting = setInterval(() => yields++)

  const chunks = await collectChunks(value)

  clearInterval(counting)
  expect(chunks.length).toBeGreaterThan(3)
  expect(yields).toBeGreaterThan(0)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(value)
})
