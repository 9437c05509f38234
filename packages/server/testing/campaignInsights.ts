// Shared tests of platforms that have campaign insights: the insights must match the report.

import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from './expectations.ts'
import { type TestService, useService } from './service.ts'

export interface InsightsCase {
  readonly platform: 'search' | 'pro'
  readonly linkUser: (service: TestService) => Promise<string>
  /** A delivering campaign of the demo person's account. */
  readonly campaign: { readonly id: string; readonly name: string }
}

const dates = { startDate: '2025-12-01', endDate: '2025-12-31' }
const plainCosts = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }

export function testInsightsMatchReport({
  platform,
  linkUser,
  campaign: { id: campaignId, name },
}: InsightsCase): void {
  const service = useService()
  const operation = `${platform}/get_campaign_insights` as const
  let userId: string
  beforeAll(async () => {
    userId = await linkUser(service)
  })

  const readInsights = async (extraFields: object = {}) => {
    const response = await service.call(operation, {
      userId,
      campaignId,
      ...dates,
      ...plainCosts,
      ...extraFields,
    })
    return expectSuccess(operation, response).insights
  }

  const readReportRows = async (level: 'CAMPAIGN' | 'AD_GROUP' | 'AD', period = dates) => {
    const reportBody = {
      userIds: [userId],
      platforms: [platform],
      level,
      campaignIds: [campaignId],
      ...period,
    }
    return expectSuccess('report/get_report', await service.call('report/get_report', reportBody)).rows
  }

  test('returns the same metrics as report/get_report for the campaign, its ad groups and its ads', async () => {
    const { name: reportedName, stats, adsets, error } = await readInsights()
    expect([reportedName, error]).toEqual([name, ''])
    const [campaign] = await readReportRows('CAMPAIGN')
    const previous = { startDate: '2025-10-31', endDate: '2025-11-30' }
    const [previousRow] = await readReportRows('CAMPAIGN', previous)
    expect(stats).toMatchObject({
      spend: campaign?.spend,
      clicks: String(campaign?.clicks),
      conversions: campaign?.conversions,
      leadCount: campaign?.leads,
      cpm: Number(campaign?.cpm).toFixed(2),
      cpmPrevious: Number(previousRow?.cpm).toFixed(2),
      date_start: dates.startDate,
      date_end: dates.endDate,
      quality_ranking: 'UNKNOWN',
      postSaves: '',
    })
    expect(Object.keys(stats)).toHaveLength(31)
    const groups = await readReportRows('AD_GROUP')
    expect(Object.entries(adsets).map(([id, group]) => [id, group.name, group.stats.spend])).toEqual(
      groups.map((row) => [row.adGroupId, row.adGroupName, row.spend]).sort(),
    )
    const ads = Object.values(adsets).flatMap((group) => Object.entries(group.ads))
    expect(ads.map(([id, ad]) => [id, ad.stats.clicks]).sort()).toEqual(
      (await readReportRows('AD')).map((row) => [row.adId, String(row.clicks)]).sort(),
    )
  })

  test('applies a cost markup and a currency symbol', async () => {
    const [plainInsights, markedUpInsights] = [
      await readInsights(),
      await readInsights({ currencySymbol: '$', clientCostAdjustment: { percentage: 50 } }),
    ]
    expect(markedUpInsights.stats.spend).toBe(
      `$${(Math.round(Number(plainInsights.stats.spend) * 150 + 1e-9) / 100).toFixed(2)}`,
    )
    expect(markedUpInsights.stats).toMatchObject({
      clicks: plainInsights.stats.clicks,
      ctr: plainInsights.stats.ctr,
    })
  })

  test('returns OBJECT_NOT_FOUND for an unknown campaign', async () => {
    const response = await service.call(operation, { userId, campaignId: '404', ...plainCosts })
    expect(expectRefusal(response, 'OBJECT_NOT_FOUND').field).toBe('campaignId')
  })
}
