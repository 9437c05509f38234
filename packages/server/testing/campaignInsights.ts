// What holds for the insights of a campaign on every platform that has them beside the report: both tell the same.

import { beforeAll, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from './expectations.ts'
import { type TestService, useService } from './service.ts'

export interface InsightsCase {
  readonly platform: 'search' | 'pro'
  readonly link: (service: TestService) => Promise<string>
  /** A campaign of the demo person's account that delivers. */
  readonly campaign: { readonly id: string; readonly name: string }
}

const dates = { startDate: '2025-12-01', endDate: '2025-12-31' }
const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }

export function insightsAgreeWithReport({
  platform,
  link,
  campaign: { id: campaignId, name },
}: InsightsCase): void {
  const service = useService()
  const operation = `${platform}/get_campaign_insights` as const
  let userId: string
  beforeAll(async () => {
    userId = await link(service)
  })

  const insights = async (more: object = {}) => {
    const answer = await service.call(operation, { userId, campaignId, ...dates, ...plain, ...more })
    return expectSuccess(operation, answer).insights
  }

  const rows = async (level: 'CAMPAIGN' | 'AD_GROUP' | 'AD', period = dates) => {
    const asked = { userIds: [userId], platforms: [platform], level, campaignIds: [campaignId], ...period }
    return expectSuccess('report/get_report', await service.call('report/get_report', asked)).rows
  }

  test('have what the report has, campaign by ad group by ad', async () => {
    const { name: told, stats, adsets, error } = await insights()
    expect([told, error]).toEqual([name, ''])
    const [campaign] = await rows('CAMPAIGN')
    const previous = { startDate: '2025-10-31', endDate: '2025-11-30' }
    const [before] = await rows('CAMPAIGN', previous)
    expect(stats).toMatchObject({
      spend: campaign?.spend,
      clicks: String(campaign?.clicks),
      conversions: campaign?.conversions,
      leadCount: campaign?.leads,
      cpm: Number(campaign?.cpm).toFixed(2),
      cpmPrevious: Number(before?.cpm).toFixed(2),
      date_start: dates.startDate,
      date_end: dates.endDate,
      quality_ranking: 'UNKNOWN',
      postSaves: '',
    })
    expect(Object.keys(stats)).toHaveLength(31)
    const groups = await rows('AD_GROUP')
    expect(Object.entries(adsets).map(([id, group]) => [id, group.name, group.stats.spend])).toEqual(
      groups.map((row) => [row.adGroupId, row.adGroupName, row.spend]).sort(),
    )
    const ads = Object.values(adsets).flatMap((group) => Object.entries(group.ads))
    expect(ads.map(([id, ad]) => [id, ad.stats.clicks]).sort()).toEqual(
      (await rows('AD')).map((row) => [row.adId, String(row.clicks)]).sort(),
    )
  })

  test('mark costs up and prefix them', async () => {
    const [bare, marked] = [
      await insights(),
      await insights({ currencySymbol: '$', clientCostAdjustment: { percentage: 50 } }),
    ]
    expect(marked.stats.spend).toBe(
      `$${(Math.round(Number(bare.stats.spend) * 150 + 1e-9) / 100).toFixed(2)}`,
    )
    expect(marked.stats).toMatchObject({ clicks: bare.stats.clicks, ctr: bare.stats.ctr })
  })

  test('know no campaign of another account', async () => {
    const answer = await service.call(operation, { userId, campaignId: '404', ...plain })
    expect(expectRefusal(answer, 'OBJECT_NOT_FOUND').field).toBe('campaignId')
  })
}
