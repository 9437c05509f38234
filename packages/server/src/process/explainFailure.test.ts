import { expect, test } from 'vitest'
import { explainFailure } from './explainFailure.ts'

test('explainFailure explains a statement that PostgreSQL canceled without a stack trace', () => {
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  expect(explainFailure(canceled)).toBe(
    'The database did not respond in time: canceling statement due to statement timeout. Retry later, or find the transaction that is locking the tables.',
  )
})
