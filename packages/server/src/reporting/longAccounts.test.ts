// Tests accounts with as many rows as a report may have, and with more. The sandbox returns few rows per
// page, so the pages are many.

import type { RequestBody } from '@adrail/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newUserOnAllPlatforms(service)
})
afterEach(async () => {
  await sandbox.simulate('search/pageRows', { rows: 10_000 })
  await sandbox.simulate('social/page_rows', { rows: 5_000 })
})

type ReportBody = RequestBody<'report/get_report'>
const december = { startDate: '2025-12-01', endDate: '2025-12-31' }

async function report(platform: 'social' | 'search', level: 'CAMPAIGN' | 'AD') {
  const body: ReportBody = {
    userIds: [userId],
    platforms: [platform],
    level,
    granularity: 'DAY',
    ...december,
  }
  return expectSuccess('report/get_report', await service.call('report/get_report', body))
}

test('report/get_report reads all rows of a Google Ads account over more than 20 pages', async () => {
  const { rows } = await report('search', 'AD')
  const rowsOfAPage = Math.ceil(rows.length / 48)
  await sandbox.simulate('search/pageRows', { rows: rowsOfAPage })
  const paged = await report('search', 'AD')
  expect(paged.errors).toEqual([])
  expect(rows.length).toBeGreaterThan(20 * rowsOfAPage)
  // Google Ads returns rows in any order unless the query orders them.
  const sorted = (list: readonly object[]) => list.map((row) => JSON.stringify(row)).sort()
  expect(sorted(paged.rows)).toEqual(sorted(rows))
})

test('report/get_report refuses a Google Ads account with too many rows as not retryable, and recommends fewer days', async () => {
  await sandbox.simulate('search/pageRows', { rows: 1 })
  const { rows, errors } = await report('search', 'AD')
  expect(rows).toEqual([])
  expect(errors).toEqual([
    {
      userId,
      platform: 'search',
      code: 'PLATFORM_REJECTED',
      error: expect.stringContaining('more than 50 rows for one account, the maximum. Request fewer days'),
      retryable: false,
    },
  ])
})

test('report/get_report reads all rows of a Meta account over more than 200 pages', async () => {
  const { rows } = await report('social', 'CAMPAIGN')
  await sandbox.simulate('social/page_rows', { rows: 1 })
  await sandbox.clearRequests()
  const asking = report('social', 'CAMPAIGN')
  // For so many pages, adrail starts an asynchronous report of Meta, which ends when the clock advances.
  while ((await sandbox.requests('insights.create')).length === 0);
  await sandbox.advance(4_000)
  const paged = await asking
  expect(paged.errors).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
  const inOrder = (of: typeof rows) =>
    of.toSorted((a, b) => `${a.campaignId} ${a.date}`.localeCompare(`${b.campaignId} ${b.date}`))
  expect(inOrder(paged.rows)).toEqual(inOrder(rows))
})

test('connector.metrics stops reading pages when the onRows callback refuses the number of rows', async () => {
  const search = createSandboxAdmin(service, 'search')
  await sandbox.simulate('search/pageRows', { rows: 10 })
  const { connector } = await service.app.service.accounts.connect(service.workspaceId, userId, 'search')
  await search.clearRequests()
  let coming = 0
  const reading = connector.metrics({
    level: 'AD',
    since: december.startDate,
    until: december.endDate,
    byDay: true,
    campaignIds: [],
    includeDeleted: true,
    withoutTotals: true,
    onRows(count) {
      coming += count
      if (coming > 25) throw new Error('enough')
    },
  })
  await expect(reading).rejects.toThrow('enough')
  expect(coming).toBe(30)
})
