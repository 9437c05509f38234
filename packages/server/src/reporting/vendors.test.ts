// A report against what the vendors' own clients read from the same platforms, number by number. The period has the days on
// which clocks go back in Europe and in America.

import { googleAdsQuery, linkedinAnalytics, metaInsights } from '@adrail/sandbox/vendorFigures'
import { beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '../../testing/expectations.ts'
import { linkedOnAll } from '../../testing/reports.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
let userId: string
let deletedAd: string
const url = () => service.app.sandbox?.url ?? ''
const period = { startDate: '2025-10-20', endDate: '2025-11-02' }
const range = { since: period.startDate, until: period.endDate }

beforeAll(async () => {
  userId = await linkedOnAll(service)
  // Deleted after it delivered, as people do.
  const [ad] = await metaInsights(url())('1001200300400', ['ad_id'], { level: 'ad', time_range: range })
  deletedAd = String(ad?.['ad_id'])
  const token = service.app.sandbox?.social.accessToken ?? ''
  const gone = await fetch(`${url()}/v26.0/${deletedAd}?access_token=${token}`, { method: 'DELETE' })
  expect(gone.status).toBe(200)
})

async function rowsOf(asked: {
  level: 'AD_GROUP' | 'AD'
  granularity: 'DAY' | 'TOTAL'
  includeDeleted?: boolean
}) {
  const answer = await service.call('report/get_report', { userIds: [userId], ...period, ...asked })
  return expectSuccess('report/get_report', answer)
}

type Line = readonly [id: string, date: string, impressions: number, clicks: number, spend: string]
const sorted = (lines: readonly Line[]) =>
  lines.toSorted((a, b) => a.slice(0, 2).join().localeCompare(b.slice(0, 2).join()))
const money = (amount: unknown) => Number(amount).toFixed(2)

test('rows by day and by ad are those that the vendors’ clients read, deleted ads among them', async () => {
  const [days, ads] = [
    await rowsOf({ level: 'AD_GROUP', granularity: 'DAY' }),
    await rowsOf({ level: 'AD', granularity: 'TOTAL' }),
  ]
  const ours = (platform: string, rows: typeof days.rows) =>
    sorted(
      rows
        .filter((row) => row.platform === platform)
        .map((row) => [
          row.adId ?? row.adGroupId ?? '',
          row.date ?? '',
          row.impressions,
          row.clicks,
          row.spend,
        ]),
    )

  const insights = metaInsights(url())
  const everyAd = { field: 'ad.effective_status', operator: 'NOT_IN', value: ['NONE'] }
  const fields = ['impressions', 'clicks', 'spend']
  const metaDays = await insights('1001200300400', ['adset_id', ...fields], {
    level: 'adset',
    time_increment: 1,
    time_range: range,
  })
  const metaAds = await insights('1001200300400', ['ad_id', ...fields], {
    level: 'ad',
    time_range: range,
    filtering: [everyAd],
  })
  const ofMeta = (row: (typeof metaAds)[number], date: string): Line => [
    String(row['ad_id'] ?? row['adset_id']),
    date,
    Number(row['impressions']),
    Number(row['clicks']),
    money(row['spend']),
  ]
  expect(ours('social', days.rows)).toEqual(sorted(metaDays.map((row) => ofMeta(row, row['date_start']))))
  expect(ours('social', ads.rows)).toEqual(sorted(metaAds.map((row) => ofMeta(row, ''))))
  expect(ads.rows.map(({ adId }) => adId)).toContain(deletedAd)

  const query = googleAdsQuery(url())
  const between = `segments.date BETWEEN '${period.startDate}' AND '${period.endDate}'`
  const metrics = 'metrics.impressions, metrics.clicks, metrics.cost_micros'
  const googleDays = await query(
    '4823109756',
    `SELECT ad_group.id, segments.date, ${metrics} FROM ad_group WHERE ${between}`,
  )
  const ofGoogle = (row: (typeof googleDays)[number], id: unknown, date: string): Line => [
    String(id),
    date,
    row['metrics'].impressions,
    row['metrics'].clicks,
    money(row['metrics'].cost_micros / 1e6),
  ]
  expect(ours('search', days.rows)).toEqual(
    sorted(googleDays.map((row) => ofGoogle(row, row['ad_group'].id, row['segments'].date))),
  )
  const googleAds = await query(
    '4823109756',
    `SELECT ad_group_ad.ad.id, ${metrics} FROM ad_group_ad WHERE ${between} AND metrics.impressions > 0`,
  )
  expect(ours('search', ads.rows)).toEqual(
    sorted(googleAds.map((row) => ofGoogle(row, row['ad_group_ad'].ad.id, ''))),
  )

  const analytics = linkedinAnalytics(url())
  const asked = {
    dateRange: { start: { year: 2025, month: 10, day: 20 }, end: { year: 2025, month: 11, day: 2 } },
    accounts: ['urn:li:sponsoredAccount:512345678'],
    fields: 'pivotValues,dateRange,impressions,sends,clicks,costInLocalCurrency',
  }
  const linkedinDays = await analytics('analytics', { ...asked, pivot: 'CAMPAIGN', timeGranularity: 'DAILY' })
  const linkedinAds = await analytics('analytics', { ...asked, pivot: 'CREATIVE', timeGranularity: 'ALL' })
  const ofLinkedin = (row: (typeof linkedinAds)[number], date: string): Line => [
    String(row['pivotValues'][0]).split(':').at(-1) ?? '',
    date,
    row['impressions'] + row['sends'],
    row['clicks'],
    money(row['costInLocalCurrency']),
  ]
  const dayOf = ({ year, month, day }: Record<string, number>) =>
    [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  expect(ours('pro', days.rows)).toEqual(
    sorted(linkedinDays.map((row) => ofLinkedin(row, dayOf(row['dateRange'].start)))),
  )
  expect(ours('pro', ads.rows)).toEqual(sorted(linkedinAds.map((row) => ofLinkedin(row, ''))))
})

test('without deleted ones the rows are less than the account, and the difference is told', async () => {
  const { rows, accounts } = await rowsOf({ level: 'AD', granularity: 'TOTAL', includeDeleted: false })
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
