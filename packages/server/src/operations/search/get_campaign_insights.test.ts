import { beforeAll, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { searchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
let userId: string
beforeAll(async () => {
  userId = await searchUser(service)
})

const campaignId = '21894430548'
const dates = { startDate: '2025-12-01', endDate: '2025-12-31' }
const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }

async function insights(more: object = {}) {
  const answer = await service.call('search/get_campaign_insights', {
    userId,
    campaignId,
    ...dates,
    ...plain,
    ...more,
  })
  return expectSuccess('search/get_campaign_insights', answer).insights
}

async function rows(level: 'CAMPAIGN' | 'AD_GROUP' | 'AD', period = dates) {
  const asked = {
    userIds: [userId],
    platforms: ['search' as const],
    level,
    campaignIds: [campaignId],
    ...period,
  }
  return expectSuccess('report/get_report', await service.call('report/get_report', asked)).rows
}

test('search/get_campaign_insights has what the report has, campaign by ad group by ad [R4.add.search-get_campaign_insights] [R4.add.search-get_campaign_insights.results]', async () => {
  const { name, stats, adsets, error } = await insights()
  expect([name, error]).toEqual(['Fox Garden Shop brand', ''])
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

test('search/get_campaign_insights marks costs up and prefixes them', async () => {
  const [bare, marked] = [
    await insights(),
    await insights({ currencySymbol: '$', clientCostAdjustment: { percentage: 50 } }),
  ]
  expect(marked.stats.spend).toBe(`$${(Math.round(Number(bare.stats.spend) * 150 + 1e-9) / 100).toFixed(2)}`)
  expect(marked.stats).toMatchObject({ clicks: bare.stats.clicks, ctr: bare.stats.ctr })
})

test('search/get_campaign_insights knows no campaign of another account', async () => {
  const answer = await service.call('search/get_campaign_insights', { userId, campaignId: '404', ...plain })
  expect(expectRefusal(answer, 'OBJECT_NOT_FOUND').field).toBe('campaignId')
})

costs('search/get_campaign_insights', { store: 0, upstream: 9 })
