import { expect, test } from 'vitest'
import { readAllByOffset } from './pagination.ts'

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

test('readAllByOffset continues after a short page and stops after an empty page', async () => {
  const pages = [numbers(100), numbers(99, 100), numbers(1, 200), []]
  const starts: unknown[] = []
  const rows = await readAllByOffset(async ({ start, count }) => {
    starts.push([start, count])
    return { rows: pages[start / 100] ?? [] }
  })
  expect(rows).toHaveLength(200)
  expect(starts).toEqual([
    [0, 100],
    [100, 100],
    [200, 100],
    [300, 100],
  ])
})

test('readAllByOffset rejects a list without an end instead of truncating it', async () => {
  const endless = readAllByOffset(async () => ({ rows: [1] }))
  await expect(endless).rejects.toMatchObject({ code: 'PLATFORM_REJECTED' })
})
