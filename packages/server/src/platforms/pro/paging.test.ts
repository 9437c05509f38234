import { expect, test } from 'vitest'
import { drainByOffset, drainByToken } from './paging.ts'

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

test('by position: a short page is not the last one, an empty one is', async () => {
  const pages = [numbers(100), numbers(99, 100), numbers(1, 200), []]
  const starts: unknown[] = []
  const rows = await drainByOffset(async ({ start, count }) => {
    starts.push([start, count])
    return { elements: pages[Number(start) / 100] ?? [], paging: { start, count } }
  })
  expect(rows).toHaveLength(200)
  expect(starts).toEqual([
    [0, 100],
    [100, 100],
    [200, 100],
    [300, 100],
  ])
})

test('by position: a total that is told saves the last question', async () => {
  let questions = 0
  const rows = await drainByOffset(async () => {
    questions += 1
    return { elements: numbers(99), paging: { total: 100 } }
  })
  expect([rows.length, questions]).toEqual([99, 1])
})

test('by token: until there is none, in whichever of the two places it comes', async () => {
  const answers: Record<string, unknown> = {
    '': { elements: numbers(3), metadata: { nextPageToken: 'a b' } },
    'a b': { elements: [], paging: { nextPageToken: 'c' } },
    c: { elements: numbers(2) },
  }
  const rows = await drainByToken(async ({ pageToken = '', pageSize }) => {
    expect(pageSize).toBe(100)
    return answers[String(pageToken)]
  })
  expect(rows).toHaveLength(5)
})

test.each([
  ['position', drainByOffset],
  ['token', drainByToken],
])('by %s: a list without end is refused, not cut', async (_, drain) => {
  const endless = drain(async () => ({ elements: [1], metadata: { nextPageToken: 'more' } }))
  await expect(endless).rejects.toMatchObject({ code: 'PLATFORM_REJECTED' })
})
