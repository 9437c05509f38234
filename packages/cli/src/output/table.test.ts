import { expect, test } from 'vitest'
import { measureWidth } from './cells.ts'
import { buildTable } from './table.ts'

test('buildTable aligns columns in every script and truncates text between characters', () => {
  const rows = [
    { id: '1', name: 'パンの朝食セット、焼きたて', status: 'ACTIVE' },
    { id: '2', name: '🥖 Fresh bread every morning', status: 'PAUSED' },
    { id: '3', name: 'Café à emporter', status: 'ACTIVE' },
  ]
  const { head, lines } = buildTable(rows, { width: 30 })
  const column = measureWidth(head.slice(0, head.indexOf('status')))
  for (const line of lines) expect(measureWidth(line.slice(0, line.search(/ACTIVE|PAUSED/)))).toBe(column)
  expect(lines[0]).toContain('…')
  expect(lines.every((line) => measureWidth(line) <= 30 && line.isWellFormed())).toBe(true)
})

test('buildTable omits a column without values and shows the currency next to each amount', () => {
  const rows = [
    { id: '1', note: '', dailyBudget: '1400', currencyCode: 'JPY' },
    { id: '2', note: '', dailyBudget: '', currencyCode: 'JPY' },
  ]
  expect(buildTable(rows, { width: 80 })).toEqual({
    head: 'id  dailyBudget',
    lines: ['1      1400 JPY', '2'],
    hiddenFields: [],
  })
})

test('buildTable keeps the id, the name and the budget when the terminal is narrow', () => {
  const rows = [
    {
      id: '120210000000000011',
      name: 'Bread',
      objective: 'OUTCOME_TRAFFIC',
      dailyBudget: '15.00',
      currencyCode: 'EUR',
    },
  ]
  const { head, hiddenFields } = buildTable(rows, { width: 50 })
  expect(head.split(/ +/)).toEqual(['id', 'name', 'dailyBudget'])
  expect(hiddenFields).toEqual(['objective'])
})

test('buildTable shows the declared columns in their order and hides the columns that do not fit', () => {
  const rows = [{ id: '120210000000000011', name: 'Bread', kind: 'DAILY', results: { clicks: 12, views: 5 } }]
  const columns = ['name', 'results.clicks', 'id']
  expect(buildTable(rows, { width: 40, columns })).toEqual({
    head: 'name   results.clicks  kind',
    lines: ['Bread              12  DAILY'],
    hiddenFields: ['id', 'results.views'],
  })
})

test('buildTable shows only the requested columns, even if they exceed the width', () => {
  const rows = [{ id: '120210000000000011', name: 'Bread', status: 'ACTIVE' }]
  expect(buildTable(rows, { width: 10, columns: ['id', 'status'], isExact: true })).toEqual({
    head: 'id                  status',
    lines: ['120210000000000011  ACTIVE'],
    hiddenFields: [],
  })
})
