import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longListOf } from '../base/longList.ts'
import { testRuntime } from '../base/runtime.ts'
import { jsonPieces } from './jsonPieces.ts'

const runtime = testRuntime()
const anything = fc.object({
  maxDepth: 9,
  withDate: true,
  values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constantFrom(undefined, null)],
})

async function piecesOf(value: unknown): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of jsonPieces(value, runtime)) pieces.push(piece)
  return pieces
}

async function written(value: unknown): Promise<string> {
  return Buffer.concat(await piecesOf(value)).toString()
}

test('a value is written as JSON.stringify writes it, however deep', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('a long list is written as the list of its entries, wherever it stands and however long it is', async () => {
  for (const length of [0, 3, 250, 1001]) {
    const entries = Array.from({ length }, (_, index) => ({ index, name: `“${index}”` }))
    const list = await longListOf(entries, runtime)
    expect([list.length, list.beginning]).toEqual([length, entries.slice(0, 300)])
    const joined = list.followedBy([list])
    expect(await written({ results: { rows: joined, more: 1 } })).toBe(
      JSON.stringify({ results: { rows: [...entries, ...entries], more: 1 } }),
    )
  }
})

test('a large value comes in pieces, and others get their turn in between', async () => {
  const value = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`ad ${index}`, 'é'.repeat(500)]),
  )
  let turns = 0
  const counting = setInterval(() => turns++)

  const pieces = await piecesOf(value)

  clearInterval(counting)
  expect(pieces.length).toBeGreaterThan(3)
  expect(turns).toBeGreaterThan(0)
  expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(value)
})
