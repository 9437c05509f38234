import { expect, test } from 'vitest'
import { explainFailure } from './explainFailure.ts'

test('explainFailure explains a statement that PostgreSQL canceled without a stack trace', () => {
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  expect(explainFailure(canceled)).toBe(
    'The database took too long: canceling statement due to statement timeout. Retry when it is less busy, or find out what locks its tables.',
  )
})
