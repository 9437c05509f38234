// Compares reports with the numbers that the vendors' own clients read from the same platforms. The period
// includes the days on which daylight saving time ends in Europe and in America.

import type { RequestBody } from '@adrail/contract'
import { googleAdsQuery, metaInsights } from '@adrail/sandbox/testing'
import { beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { linkExistingUser, newLinkedUser } from '../../testing/linked.ts'
import { newUserOnAllPlatforms } from '../../testing/reports.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'
import {
  readGoogleLines,
  readLinkedinLines,
  readMetaLines,
  toReportLines,
  type VendorQuery,
} from '../../testing/vendorLines.ts'

const service = useService()
let userId: string
let deletedAd: string
const url = () => service.app.sandbox?.url ?? ''
const range = { since: '2025-10-20', until: '2025-11-02' }
const period = { startDate: range.since, endDate: range.until }

beforeAll(async () => {
  userId = await newUserOnAllPlatforms(service)
  // The ad has delivered before it is deleted.
  const [ad] = await metaInsights(url())('1001200300400', ['ad_id'], { level: 'ad', time_range: range })
  deletedAd = String(ad?.['ad_id'])
  const token = service.app.sandbox?.social.accessToken ?? ''
  const gone = await fetch(`${url()}/v26.0/${deletedAd}?access_token=${token}`, { method: 'DELETE' })
  expect(gone.status).toBe(200)
})

async function report(fields: Partial<RequestBody<'report/get_report'>>) {
  const usual: RequestBody<'report/get_report'> = { userIds: [userId], level: 'AD', ...period }
  const response = await service.call('report/get_report', { ...usual, ...fields })
  return expectSuccess('report/get_report', response)
}

const daysOfAdGroups = { level: 'AD_GROUP', granularity: 'DAY' } as const
const vendorQuery = (account: string, by: VendorQuery['by'], person = 'ada'): VendorQuery => ({
  url: url(),
  person,
  account,
  by,
  ...range,
})

test('report/get_report returns the rows by day and by ad that the vendors’ clients read, including deleted ads and 25-hour days', async () => {
  const [days, ads] = [await report(daysOfAdGroups), await report({})]
  for (const [by, { rows }] of [['AD_GROUP', days] as const, ['AD', ads] as const]) {
    expect(toReportLines(rows, 'social')).toEqual(await readMetaLines(vendorQuery('1001200300400', by)))
    expect(toReportLines(rows, 'search')).toEqual(await readGoogleLines(vendorQuery('4823109756', by)))
    expect(toReportLines(rows, 'pro')).toEqual(await readLinkedinLines(vendorQuery('512345678', by)))
  }
  expect(ads.rows.map(({ adId }) => adId)).toContain(deletedAd)
  for (const platform of ['social', 'search', 'pro'] as const) {
    const lines = toReportLines(days.rows, platform)
    // Without conversions, the comparison above would prove nothing about them.
    expect(lines.some(({ conversions }) => conversions > 0)).toBe(true)
    // A day of 25 hours has one row per ad group.
    const dates = new Set(lines.map(({ date }) => date))
    expect([dates.size, dates.has('2025-10-26'), dates.has('2025-11-02')]).toEqual([14, true, true])
    expect(new Set(lines.map(({ id, date }) => `${id} ${date}`)).size).toBe(lines.length)
  }
})

test('report/get_report without deleted ads returns the difference to the account totals as unattributed', async () => {
  const { rows, accounts } = await report({ includeDeleted: false })
  expect(rows.map(({ adId }) => adId)).not.toContain(deletedAd)
  const [social, ...others] = accounts
  expect(social?.unattributed?.impressions).toBeGreaterThan(0)
  const cents = (text = '0') => Math.round(Number(text) * 100)
  const ofRows = rows
    .filter(({ platform }) => platform === 'social')
    .reduce((sum, { spend }) => sum + cents(spend), 0)
  expect(ofRows + cents(social?.unattributed?.spend)).toBe(cents(social?.totals.spend))
  for (const { unattributed } of others) expect(unattributed).toBeUndefined()
})

test('report/get_report returns amounts in yen as the vendors’ clients read them', async () => {
  const yuki = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  await linkExistingUser(service, yuki, { platform: 'SEARCH', person: 'yuki', accountId: '5570001001' })
  await linkExistingUser(service, yuki, { platform: 'PROFESSIONAL', person: 'yuki', accountId: '517300214' })
  const { rows, accounts, errors } = await report({ userIds: [yuki], ...daysOfAdGroups })
  expect(errors).toEqual([])
  expect(accounts.map(({ currencyCode }) => currencyCode)).toEqual(['JPY', 'JPY', 'JPY'])
  expect(toReportLines(rows, 'social')).toEqual(
    await readMetaLines(vendorQuery('1007200300400', 'AD_GROUP', 'yuki')),
  )
  expect(toReportLines(rows, 'search')).toEqual(
    await readGoogleLines(vendorQuery('5570001001', 'AD_GROUP', 'yuki')),
  )
  expect(toReportLines(rows, 'pro')).toEqual(
    await readLinkedinLines(vendorQuery('517300214', 'AD_GROUP', 'yuki')),
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('report/get_report returns a LinkedIn account in euros in its own currency', async () => {
  const other = await newLinkedUser(service, { platform: 'PROFESSIONAL', accountId: '512345690' })
  const { rows, accounts } = await report({ userIds: [other], ...daysOfAdGroups })
  expect(accounts.map(({ currencyCode }) => currencyCode)).toEqual(['EUR'])
  expect(rows.length).toBeGreaterThan(0)
  expect(toReportLines(rows, 'pro')).toEqual(await readLinkedinLines(vendorQuery('512345690', 'AD_GROUP')))
})

test('report/get_report returns totals of zero for a period in which the vendors’ clients read no rows', async () => {
  const early = { since: '2023-12-01', until: '2023-12-02' }
  const { rows, accounts, errors } = await report({ startDate: early.since, endDate: early.until })
  expect([rows, errors]).toEqual([[], []])
  expect(accounts.map(({ totals }) => [totals.impressions, totals.spend])).toEqual(Array(3).fill([0, '0.00']))
  const lines = [
    await readMetaLines({ ...vendorQuery('1001200300400', 'AD'), ...early }),
    await readGoogleLines({ ...vendorQuery('4823109756', 'AD'), ...early }),
    await readLinkedinLines({ ...vendorQuery('512345678', 'AD'), ...early }),
  ]
  expect(lines).toEqual([[], [], []])
})

test('report/get_report returns an error for the account that Google Ads refuses, and the rows of the other accounts', async () => {
  const sandbox = createSandboxAdmin(service, 'search')
  const refusal = {
    kind: 'status',
    status: 403,
    code: 'authorizationError.CUSTOMER_NOT_ENABLED',
  } as const
  await sandbox.injectFault({ ...refusal, call: 'googleAds:search', times: 4 })
  const { rows, accounts, errors } = await report({})
  await sandbox.clearFaults()
  expect(errors).toMatchObject([{ userId, platform: 'search', retryable: false }])
  expect(accounts.map(({ platform }) => platform)).toEqual(['social', 'pro'])
  expect(toReportLines(rows, 'social')).toEqual(await readMetaLines(vendorQuery('1001200300400', 'AD')))
  expect(toReportLines(rows, 'pro')).toEqual(await readLinkedinLines(vendorQuery('512345678', 'AD')))
  await sandbox.injectFault({ ...refusal, call: 'googleAds:searchStream', times: 1 })
  await expect(googleAdsQuery(url())('4823109756', 'SELECT customer.id FROM customer')).rejects.toThrow()
  await sandbox.clearFaults()
})
