// A new campaign delivers as the platform's clock advances, and reports return what the campaign has spent.

import { linkedinAnalytics } from '@adrail/sandbox/testing'
import { expect, test } from 'vitest'
import { expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { minimalProCampaign } from '../../../../testing/proCampaign.ts'
import { dayMs } from '../../../runtime/durations.ts'

const pro = usePro()
const startDate = '2026-01-20'
const endDate = '2026-01-26'
const dates = { startDate, endDate }

const centsOf = (amount: unknown) => Math.round(Number(amount) * 100)
const toRestliDate = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}

/**
 * Returns the figures that LinkedIn's own client reads, with the spend in cents, because sums over days have
 * floating-point errors.
 */
async function shownAtPlatform(campaignId: string) {
  const [row] = await linkedinAnalytics(pro.sandbox.url)('analytics', {
    pivot: 'CAMPAIGN_GROUP',
    timeGranularity: 'ALL',
    dateRange: { start: toRestliDate(startDate), end: toRestliDate(endDate) },
    accounts: ['urn:li:sponsoredAccount:512345678'],
    campaignGroups: [`urn:li:sponsoredCampaignGroup:${campaignId}`],
    fields: 'costInLocalCurrency,impressions,clicks,pivotValues',
  })
  return {
    spend: centsOf(row?.['costInLocalCurrency'] ?? 0),
    impressions: Number(row?.['impressions'] ?? 0),
    clicks: Number(row?.['clicks'] ?? 0),
  }
}

/** Returns the same figures from `report/get_report` and `pro/get_campaign_insights`. */
async function readReports(campaignId: string) {
  const reportBody = {
    userIds: [pro.userId],
    platforms: ['pro' as const],
    level: 'CAMPAIGN' as const,
    campaignIds: [campaignId],
    ...dates,
  }
  const { rows } = expectSuccess('report/get_report', await pro.service.call('report/get_report', reportBody))
  const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }
  const { insights } = expectSuccess(
    'pro/get_campaign_insights',
    await pro.call('pro/get_campaign_insights', { campaignId, ...dates, ...plain }),
  )
  return { row: rows[0], stats: insights.stats }
}

const advanceDays = async (days: number) => {
  pro.service.clock.advance(days * dayMs)
  await pro.sandbox.advance(days * dayMs)
}

test('a campaign delivers once it is reviewed and has begun, within its budget, and stops when it is paused', async () => {
  const body = { ...minimalProCampaign('Delivered'), dailyBudget: '40', startDate }
  const { campaignId } = expectSuccess('pro/create_campaign', await pro.call('pro/create_campaign', body))
  // LinkedIn reviews the campaign after one day, and the campaign starts after five days.
  await advanceDays(2)
  expect(await shownAtPlatform(campaignId)).toEqual({ spend: 0, impressions: 0, clicks: 0 })
  await advanceDays(6)
  const early = await shownAtPlatform(campaignId)
  expect(early.impressions).toBeGreaterThan(0)
  await advanceDays(2)
  const shown = await shownAtPlatform(campaignId)
  expect(shown.spend).toBeGreaterThan(early.spend)
  // LinkedIn spends at most 150 % of the daily budget on one day.
  expect(shown.spend).toBeLessThanOrEqual(5 * 4000 * 1.5)
  const { row, stats } = await readReports(campaignId)
  expect(row).toMatchObject({ campaignId, impressions: shown.impressions, clicks: shown.clicks })
  expect(centsOf(row?.spend)).toBe(shown.spend)
  expect([centsOf(stats.spend), stats.clicks]).toEqual([shown.spend, String(shown.clicks)])

  const paused = await pro.call('pro/update_campaign_status', { campaignId, status: 'PAUSED' })
  expectSuccess('pro/update_campaign_status', paused)
  const ended = await shownAtPlatform(campaignId)
  await advanceDays(2)
  expect(await shownAtPlatform(campaignId)).toEqual(ended)
})
