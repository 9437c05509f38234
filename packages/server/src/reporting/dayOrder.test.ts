// A platform may send the rows of a report in any order. With `seed-2`, the sandbox shuffles the rows.

import { expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { useService } from '../../testing/service.ts'

const service = useService({ environment: { SANDBOX_VARIATION: 'seed-2' } })

test('report/get_report returns daily rows in the order of their days when platforms shuffle them', async () => {
  const userId = await newUserOnAllPlatforms(service)
  const { accounts, rows } = expectSuccess(
    'report/get_report',
    await service.call('report/get_report', {
      userIds: [userId],
      level: 'ACCOUNT',
      granularity: 'DAY',
      startDate: '2025-12-01',
      endDate: '2025-12-31',
    }),
  )
  expect(new Set(rows.map(({ platform }) => platform))).toEqual(
    new Set(accounts.map(({ platform }) => platform)),
  )
  for (const { accountId } of accounts) {
    const days = rows.filter((row) => row.accountId === accountId).map(({ date }) => date)
    expect(days).toEqual(days.toSorted())
  }
})
