import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testRuntime } from '../base/runtime.ts'
import { jsonPieces } from './jsonPieces.ts'

const runtime = testRuntime()
const anything = fc.object({
  maxDepth: 9,
  withDate: true,
  values: [fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constantFrom(undefined, null)],
})

async function written(value: unknown): Promise<string> {
  return Buffer.concat(await jsonPieces(value, runtime)).toString()
}

test('a value is written as JSON.stringify writes it, however deep', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (value) => {
      expect(await written(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('a large value comes in pieces, and others get their turn in between', async () => {
  const value = Object.fromEntries(
    Array.from({ length: 2000 }, (_, index) => [`ad ${index}`, 'é'.repeat(500)]),
  )
  let turns = 0
  const counting = setInterval(() => turns++)

  const pieces = await jsonPieces(value, runtime)

  clearInterval(counting)
  expect(pieces.length).toBeGreaterThan(3)
  expect(turns).toBeGreaterThan(0)
  expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual(value)
})
