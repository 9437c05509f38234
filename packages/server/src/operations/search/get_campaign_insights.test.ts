import { beforeAll, describe, expect, test } from 'vitest'
import { testInsightsMatchReport } from '../../../testing/campaignInsights.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newSearchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const operation = 'search/get_campaign_insights'
const campaign = { id: '21894430548', name: 'Fox Garden Shop brand' }

describe('search/get_campaign_insights [R4.add.search-get_campaign_insights] [R4.add.search-get_campaign_insights.results]', () => {
  testInsightsMatchReport({ platform: 'search', linkUser: newSearchUser, campaign })
})

describe('search/get_campaign_insights for days older than 37 months', () => {
  const service = useService()
  const sandbox = createSandboxAdmin(service, 'search')
  let userId: string
  beforeAll(async () => {
    userId = await newSearchUser(service)
  })

  /** Returns the insights of a period, and the periods that adrail queried. */
  async function readInsights(period: { readonly startDate?: string; readonly endDate?: string }) {
    const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }
    await sandbox.clearRequests()
    const response = await service.call(operation, { userId, campaignId: campaign.id, ...period, ...plain })
    const { insights, warnings } = expectSuccess(operation, response)
    const queriedPeriods = (await sandbox.requests('googleAds:search')).flatMap(({ body }) =>
      Array.from(String(body).matchAll(/BETWEEN '([-\d]+)' AND '([-\d]+)'/g), ([, since, until]) => [
        since,
        until,
      ]),
    )
    return {
      stats: insights.stats,
      warnings,
      periods: new Set(queriedPeriods.map((days) => days.join('..'))),
    }
  }

  test('compares with the part of the previous period that Google Ads keeps', async () => {
    const { stats, warnings, periods } = await readInsights({
      startDate: '2024-06-01',
      endDate: '2026-01-14',
    })
    expect(Number(stats.spend)).toBeGreaterThan(0)
    expect(warnings).toBeUndefined()
    expect(periods).toEqual(new Set(['2024-06-01..2026-01-14', '2022-12-15..2024-05-31']))
  })

  test('requests only the days that Google Ads keeps, and returns a warning', async () => {
    const { stats, warnings, periods } = await readInsights({
      startDate: '2010-01-01',
      endDate: '2026-01-14',
    })
    expect(Number(stats.spend)).toBeGreaterThan(0)
    expect(stats).toMatchObject({ date_start: '2010-01-01', date_end: '2026-01-14', cpmPercent: '0' })
    expect(warnings).toEqual([
      'The platform keeps metrics for 37 months. Days before 2022-12-15 are missing.',
    ])
    expect(periods).toEqual(new Set(['2022-12-15..2026-01-14']))
  })

  test('sends no query for a period that Google Ads no longer keeps', async () => {
    const { stats, warnings, periods } = await readInsights({
      startDate: '2010-01-01',
      endDate: '2011-01-01',
    })
    expect(stats).toMatchObject({ spend: '0.00', clicks: '0', date_start: '2010-01-01' })
    expect(warnings).toHaveLength(1)
    expect(periods).toEqual(new Set())
  })

  test('requests fewer days and returns a warning when Google Ads rejects the start date as too old', async () => {
    const code = 'DATE_RANGE_ERROR.REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED'
    const refusal = { call: 'googleAds:search', kind: 'status', status: 400, code }
    // The first query reads the campaign's name.
    await sandbox.injectFault({ ...refusal, platform: 'search', skip: 1 })
    const { stats, warnings } = await readInsights({ startDate: '2022-12-16', endDate: '2026-01-14' })
    expect(Number(stats.spend)).toBeGreaterThan(0)
    expect(warnings).toEqual([
      'The platform keeps metrics for 37 months. Days before 2023-01-01 are missing.',
    ])
  })
})

testOperationCosts('search/get_campaign_insights', { store: 0, upstream: 9 })
