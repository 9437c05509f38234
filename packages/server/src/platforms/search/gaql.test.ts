import { expect, test } from 'vitest'
import { formatGaql, type GaqlCondition } from './gaql.ts'

const query = (...where: GaqlCondition[]) => formatGaql(['campaign.id'], { from: 'campaign', where })

test('formatGaql writes the SELECT, FROM, WHERE, ORDER BY and LIMIT clauses of a query', () => {
  const text = formatGaql(['campaign.id', 'campaign.name'], {
    from: 'campaign',
    where: [
      { field: 'campaign.status', is: 'words', words: ['ENABLED', 'PAUSED'] },
      { field: 'campaign.id', is: 'below', id: '12' },
      { field: 'campaign.missing_eu_political_advertising_declaration', is: 'true' },
    ],
    orderBy: 'campaign.id',
    descending: true,
    limit: 10,
  })
  expect(text).toBe(
    "SELECT campaign.id, campaign.name FROM campaign WHERE campaign.status IN ('ENABLED', 'PAUSED') AND campaign.id < 12 AND campaign.missing_eu_political_advertising_declaration = TRUE ORDER BY campaign.id DESC LIMIT 10",
  )
})

test.each([
  ["O'Brien \\ 50%", "'O\\'Brien \\\\ 50%'"],
  ["\\' OR campaign.id > 0 --", "'\\\\\\' OR campaign.id > 0 --'"],
  ['"double" and [brackets] and _', '\'"double" and [brackets] and _\''],
  ['京都の抹茶 🦊', "'京都の抹茶 🦊'"],
])('formatGaql writes any text as one string literal: %s', (text, written) => {
  expect(query({ field: 'campaign.name', is: 'text', text })).toBe(
    `SELECT campaign.id FROM campaign WHERE campaign.name = ${written}`,
  )
})

test.each(['a\nb', 'a\rb', 'a\u0000b', 'a\u2028b', '\ud800'])(
  'formatGaql throws on text that GAQL cannot represent: %j',
  (text) => {
    expect(() => query({ field: 'campaign.name', is: 'text', text })).toThrow('control characters')
  },
)

test.each([
  { field: 'campaign.id', is: 'id', id: '1 OR campaign.id > 0' },
  { field: 'campaign.id', is: 'id', id: '' },
  { field: 'campaign.id', is: 'ids', ids: ['1', '2)'] },
  { field: 'campaign.id', is: 'above', id: '-1' },
  { field: 'campaign.status', is: 'word', word: "ENABLED' OR 'a' = 'a" },
  { field: 'campaign.status FROM customer', is: 'true' },
] as const)('formatGaql throws on a condition with an invalid id, word or field: %j', (condition) => {
  expect(() => query(condition)).toThrow('does not belong into a query')
})
