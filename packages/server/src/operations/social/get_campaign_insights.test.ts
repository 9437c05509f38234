import { declarationOf } from '@adrail/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { unvariedHeaders } from '../../../testing/sandbox.ts'
import { isVariedRun } from '../../../testing/service.ts'
import { changeAtPlatform, describeRefusals, springCampaignId, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/get_campaign_insights'
const plain = { currencySymbol: '', clientCostAdjustment: { percentage: 0 } }
const thousandAds = '120210000000000099'

type Row = Readonly<Record<string, string>> & {
  readonly actions?: readonly { readonly action_type: string; readonly value: string }[]
}

/** Reads the platform's metrics directly, one period at a time. */
async function counted(campaignId: string, level: string, range: Readonly<Record<string, string>>) {
  const fields =
    'campaign_name,adset_id,ad_id,impressions,reach,clicks,spend,cpm,cpc,ctr,actions,quality_ranking,conversion_rate_ranking'
  const { url = '' } = social.service.app.sandbox ?? {}
  const listing = (await social.sandbox.callAdmin('GET', 'people')) as {
    people: { social: { accessToken: string; adAccounts?: unknown } }[]
  }
  for (const person of listing.people) {
    const query = new URLSearchParams({ level, fields, limit: '5000', ...range })
    const response = await fetch(`${url}/v26.0/${campaignId}/insights?${query}`, {
      headers: { ...unvariedHeaders, authorization: `Bearer ${person.social.accessToken}` },
    })
    if (response.ok) return ((await response.json()) as { data: Row[] }).data
  }
  throw new Error(`Nobody may see ${campaignId}.`)
}

const range = (since: string, until: string) => ({ time_range: JSON.stringify({ since, until }) })

/** Returns the marked-up cost in whole numbers: micros times hundred-thousandths, rounded half up. */
function marked(text: string | undefined, percentage: number, decimals: number): string {
  const micros = Math.round(Number(text ?? 0) * 1e6)
  const product = BigInt(micros) * BigInt(Math.round(100_000 + percentage * 1000))
  const unit = 10n ** BigInt(11 - decimals)
  const rounded = ((product * 2n + unit) / (unit * 2n)).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? rounded : `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`
}

const actionOf = (row: Row | undefined, type: string) =>
  row?.actions?.find(({ action_type }) => action_type === type)?.value ?? '0'

async function idOf(name: string, userId = social.userId): Promise<string> {
  const { results } = await social.call('social/get_campaigns', { userId })
  return results.campaigns.find((campaign) => campaign.name === name)?.id ?? ''
}

describe('social/get_campaign_insights', () => {
  test('returns metrics of all time in one request unless both dates are given [R4.6.all-time] [R4.6.results] [R2.4] [R2.4.stats] [R2.4.adsets]', async () => {
    const response = await social.callRecorded(operation, {
      campaignId: springCampaignId,
      startDate: '2026-01-01',
      ...plain,
    })
    expectSuccess(operation, response)
    const { insights } = response.results
    expect(insights).toMatchObject({ name: 'Spring bread', error: '' })
    expect(Object.keys(insights.stats)).toHaveLength(31)
    for (const [name, value] of Object.entries(insights.stats))
      expect(typeof value).toBe(name === 'actions' || name === 'cost_per_action_type' ? 'object' : 'string')
    expect(Object.keys(insights.adsets)).toHaveLength(3)
    for (const { ads } of Object.values(insights.adsets)) expect(Object.keys(ads)).toHaveLength(4)
    expect(insights.stats).toMatchObject({ date_start: '2025-05-24', cpmPrevious: '0.00', cpmPercent: '0' })
    expect(response.calls.filter((call) => call === 'batch')).toHaveLength(1)
    expect(response.calls.toSorted()).toEqual(['batch', 'campaign.read', ...Array(3).fill('insights.list')])
  })

  test.each([
    ['a week', springCampaignId, '2026-01-01', '2026-01-07', '2025-12-25', '2025-12-31'],
    ['one day', springCampaignId, '2026-01-10', '2026-01-10', '2026-01-09', '2026-01-09'],
    ['a period with a time change', springCampaignId, '2025-10-20', '2025-11-02', '2025-10-06', '2025-10-19'],
  ])(
    'returns the metrics that Meta reports for %s and for the previous period',
    async (_, campaignId, startDate, endDate, since, until) => {
      const body = { campaignId, startDate, endDate, ...plain }
      const { insights } = (await social.call(operation, body)).results
      const [[now], [before]] = await Promise.all([
        counted(campaignId, 'campaign', range(startDate, endDate)),
        counted(campaignId, 'campaign', range(since, until)),
      ])
      const change = (Number(now?.['cpm']) / Number(before?.['cpm']) - 1) * 100
      expect(insights.stats).toMatchObject({
        date_start: startDate,
        date_end: endDate,
        reach: now?.['reach'],
        clicks: now?.['clicks'],
        spend: marked(now?.['spend'], 0, 2),
        cpm: marked(now?.['cpm'], 0, 2),
        cpc: marked(now?.['cpc'], 0, 2),
        ctr: marked(now?.['ctr'], 0, 2),
        cpmPrevious: marked(before?.['cpm'], 0, 2),
        postShares: actionOf(now, 'post'),
        postReactions: actionOf(now, 'post_reaction'),
        postComments: actionOf(now, 'comment'),
        postLikes: actionOf(now, 'like'),
        postSaves: actionOf(now, 'onsite_conversion.post_save'),
      })
      expect(Number(insights.stats.cpmPercent)).toBeCloseTo(change, 1)
      expect(insights.stats.cpmPercent).toMatch(/^-?\d+\.\d\d$/)
    },
  )

  test.each([0, 12.5, -100, 33.333])(
    'adjusts every cost by %d percent and leaves other metrics unchanged [R4.gap.clientCostAdjustment.effect]',
    async (percentage) => {
      const dates = { startDate: '2025-12-01', endDate: '2025-12-31' }
      const ask = async (symbol: string, percent: number) => {
        const clientCostAdjustment = { percentage: percent }
        const body = { campaignId: springCampaignId, ...dates, currencySymbol: symbol, clientCostAdjustment }
        return (await social.call(operation, body)).results.insights
      }
      const [shown, bare] = [await ask('€', percentage), await ask('', 0)]
      const levels = await Promise.all(
        ['adset', 'ad'].map((level) =>
          counted(springCampaignId, level, range(dates.startDate, dates.endDate)),
        ),
      )
      const rowOf = (id: string) => levels.flat().find((row) => (row['ad_id'] ?? row['adset_id']) === id)
      for (const [id, adSet] of Object.entries(shown.adsets))
        for (const [objectId, { stats }] of [[id, adSet] as const, ...Object.entries(adSet.ads)]) {
          const row = rowOf(objectId)
          expect(stats.spend).toBe(`€${marked(row?.['spend'], percentage, 2)}`)
          expect(stats.cpm).toBe(`€${marked(row?.['cpm'], percentage, 2)}`)
          expect(stats.cpc).toBe(`€${marked(row?.['cpc'], percentage, 2)}`)
          expect([stats.clicks, stats.reach]).toEqual([row?.['clicks'], row?.['reach']])
        }
      // Metrics other than costs are unchanged.
      const { cpmPercent, ctr, conversions, actions, videoNoOfPlays, date_start } = shown.stats
      expect(bare.stats).toMatchObject({ cpmPercent, ctr, conversions, actions, videoNoOfPlays, date_start })
      const perConversion = Number(bare.stats.spend) / Number(conversions)
      const perConversionShown = Number(shown.stats.cost_per_conversion.slice(1))
      expect(perConversionShown).toBeCloseTo(perConversion * (1 + percentage / 100), 1)
      for (const { value } of shown.stats.cost_per_action_type) expect(value).toMatch(/^€\d+\.\d\d$/)
    },
  )

  test('returns spend and clicks that add up across ads and ad sets, and reach that does not', async () => {
    const { insights } = (await social.call(operation, { campaignId: springCampaignId, ...plain })).results
    const sum = (values: readonly string[]) =>
      values.reduce((all, value) => all + Math.round(Number(value) * 100), 0)
    const sets = Object.values(insights.adsets)
    const ads = sets.flatMap((set) => Object.values(set.ads))
    for (const name of ['spend', 'clicks'] as const) {
      expect(sum(sets.map(({ stats }) => stats[name]))).toBe(sum([insights.stats[name]]))
      expect(sum(ads.map(({ stats }) => stats[name]))).toBe(sum([insights.stats[name]]))
    }
    expect(sum(sets.map(({ stats }) => stats.reach))).toBeGreaterThan(sum([insights.stats.reach]))
  })

  test('includes deleted ads and ad sets so that their spend adds up to the spend of the campaign', async () => {
    const campaignId = await idOf('Wedding cakes')
    const ask = async () => (await social.call(operation, { campaignId, ...plain })).results.insights
    const before = await ask()
    const [[emptied = '', { ads }] = ['', { ads: {} }], [deleted = ''] = ['']] = Object.entries(before.adsets)
    for (const id of [...Object.keys(ads), deleted]) await changeAtPlatform(social, id, { status: 'DELETED' })
    const after = await ask()
    expect(after.adsets[deleted]?.stats.spend).toBe(before.adsets[deleted]?.stats.spend)
    expect(Object.keys(after.adsets[emptied]?.ads ?? {})).toEqual(Object.keys(ads))
    expect(Object.keys(ads)).toHaveLength(4)
    const spent = Object.values(after.adsets).reduce((sum, { stats }) => sum + Number(stats.spend), 0)
    expect(spent).toBeCloseTo(Number(after.stats.spend), 2)
  })

  test('returns the rankings of the ad with the most impressions, and UNKNOWN without rankings [R2.gap.rankings]', async () => {
    const { insights } = (await social.call(operation, { campaignId: springCampaignId, ...plain })).results
    const rows = await counted(springCampaignId, 'ad', { date_preset: 'maximum' })
    const findTopAd = (of: readonly Row[]) =>
      of.toSorted((a, b) => Number(b['impressions']) - Number(a['impressions']))[0]
    expect(insights.stats.quality_ranking).toBe(findTopAd(rows)?.['quality_ranking'])
    for (const [id, { stats }] of Object.entries(insights.adsets)) {
      const best = findTopAd(rows.filter((row) => row['adset_id'] === id))
      expect(stats.conversion_rate_ranking).toBe(best?.['conversion_rate_ranking'])
    }
    const quiet = await idOf('Draft without delivery')
    const silent = await social.call(operation, { campaignId: quiet, ...plain })
    expect(silent.results.insights.stats.quality_ranking).toBe('UNKNOWN')
  })

  test('returns zeros for a campaign without delivery and for its ad set', async () => {
    const campaignId = await idOf('Draft without delivery')
    const dates = { startDate: '2026-01-01', endDate: '2026-01-07' }
    const response = await social.call(operation, { campaignId, ...dates, ...plain, currencySymbol: '$' })
    expectSuccess(operation, response)
    const { insights } = response.results
    const [adSet] = Object.values(insights.adsets)
    for (const stats of [insights.stats, adSet?.stats])
      expect(stats).toMatchObject({
        spend: '$0.00',
        cpm: '$0.00',
        clicks: '0',
        ctr: '0',
        conversions: '0',
        cost_per_conversion: '$0.00',
        actions: [],
        date_start: '2026-01-01',
        date_end: '2026-01-07',
        cpmPercent: '0',
      })
    expect(adSet?.ads).toEqual({})
  })

  test('returns the spend of a campaign that ran for one day', async () => {
    const campaignId = await idOf('Opening day')
    const { insights } = (await social.call(operation, { campaignId, ...plain })).results
    const [row] = await counted(campaignId, 'campaign', { date_preset: 'maximum' })
    expect(insights.stats.spend).toBe(marked(row?.['spend'], 0, 2))
    expect(Number(insights.stats.spend)).toBeGreaterThan(0)
  })

  test('requests only the 37 months that Meta keeps, and warns about missing days', async () => {
    const body = { campaignId: springCampaignId, startDate: '2010-01-01', endDate: '2026-01-15', ...plain }
    const { results, requests } = await social.callRecorded(operation, body)
    expect(results.error).toBe('')
    expect(results.warnings).toEqual([
      'The platform keeps metrics for 37 months. Days before 2022-12-15 are missing.',
    ])
    const ranges = requests.flatMap(
      ({ url }) => new URL(url, 'http://x').searchParams.get('time_ranges') ?? [],
    )
    expect(new Set(ranges)).toEqual(new Set(['[{"since":"2022-12-15","until":"2026-01-15"}]']))
    const ancient = { ...body, endDate: '2011-01-01' }
    const { results: old, calls } = await social.callRecorded(operation, ancient)
    expect(old.insights.stats).toMatchObject({
      spend: '0.00',
      date_start: '2010-01-01',
      date_end: '2011-01-01',
    })
    expect(calls.toSorted()).toEqual(['batch', 'campaign.read'])
  })

  test('requests fewer days and returns a warning when Meta rejects the start date as too old', async () => {
    await social.sandbox.injectFault({ call: 'insights.list', kind: 'status', status: 400, code: '3018' })
    const body = { campaignId: springCampaignId, startDate: '2022-12-16', endDate: '2026-01-15', ...plain }
    const { results } = await social.call(operation, body)
    expect(Number(results.insights.stats.spend)).toBeGreaterThan(0)
    expect(results.warnings).toEqual([
      'The platform keeps metrics for 37 months. Days before 2022-12-18 are missing.',
    ])
  })

  test('returns no warning when Meta keeps all requested days', async () => {
    const body = { campaignId: springCampaignId, startDate: '2022-12-15', endDate: '2026-01-15', ...plain }
    expect((await social.call(operation, body)).results).not.toHaveProperty('warnings')
  })

  test.each([
    ['a campaign in another ad account of the same person', '120210000000000270'],
    ['no object', '999'],
    ['a video', '990011'],
    ['an ad set', '120210100000001000'],
  ])('returns OBJECT_NOT_FOUND for the id of %s', async (_, campaignId) => {
    const response = await social.call(operation, { campaignId, ...plain })
    expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'campaignId' })
  })

  test('returns the other metrics and an error that names the ads when ad metrics are missing [R7.2.insights]', async () => {
    await social.sandbox.injectFault({
      call: 'insights.list',
      skip: 2,
      kind: 'status',
      status: 400,
      code: '80000',
    })
    const response = await social.call(operation, { campaignId: springCampaignId, ...plain })
    expectSuccess(operation, response)
    const { insights } = response.results
    expect(insights.error).toMatch(/^The metrics of the ads are missing: .*limited the rate/)
    expect(Number(insights.stats.spend)).toBeGreaterThan(0)
    for (const { stats, ads } of Object.values(insights.adsets)) {
      expect(Number(stats.spend)).toBeGreaterThan(0)
      expect(ads).toEqual({})
    }
  })

  test('returns UPSTREAM_RATE_LIMITED when Meta rate-limits the metrics of the campaign', async () => {
    await social.sandbox.injectFault({ call: 'insights.list', kind: 'status', status: 400, code: '80000' })
    const response = await social.call(operation, { campaignId: springCampaignId, ...plain })
    expectRefusal(response, 'UPSTREAM_RATE_LIMITED')
  })

  test('returns startDate as the field if Meta rejects dates in the future', async () => {
    const body = { campaignId: springCampaignId, startDate: '2031-01-01', endDate: '2031-01-02', ...plain }
    const response = await social.call(operation, body)
    expect(response.status).toBe(200)
    if (!response.results.success) expect(response.results['field']).toBe('startDate')
  })
})

describe('social/get_campaign_insights in yen', () => {
  test('returns spend without decimals and cost per click with two decimals', async () => {
    const account = { accountId: '1007200300400', pageId: '104500000000701' }
    const userId = await newLinkedUser(social.service, { person: 'yuki', ...account })
    const { results } = await social.call('social/get_campaigns', { userId })
    const campaignId = results.campaigns[0]?.id ?? ''
    const clientCostAdjustment = { percentage: 12.5 }
    const body = { userId, campaignId, currencySymbol: '¥', clientCostAdjustment }
    const { insights } = (await social.call(operation, body)).results
    const [row] = await counted(campaignId, 'campaign', { date_preset: 'maximum' })
    expect(insights.stats.spend).toBe(`¥${marked(row?.['spend'], 12.5, 0)}`)
    expect(insights.stats.cpc).toBe(`¥${marked(row?.['cpc'], 12.5, 2)}`)
    expect(insights.stats.spend).toMatch(/^¥\d{4,}$/)
  })
})

describe('social/get_campaign_insights of a large campaign', () => {
  let userId = ''
  beforeAll(async () => {
    userId = await newLinkedUser(social.service, { accountId: '1001200300499' })
  })
  const dates = { startDate: '2025-12-01', endDate: '2025-12-14' }
  const adsIn = (insights: { adsets: Readonly<Record<string, { ads: object }>> }) =>
    Object.values(insights.adsets).flatMap(({ ads }) => Object.keys(ads))

  // An empty page after the fourth would make adrail order a report run.
  test.skipIf(isVariedRun())('reads all 1000 ads with one request for each further 500 rows', async () => {
    const response = await social.callRecorded(operation, {
      userId,
      campaignId: thousandAds,
      ...dates,
      ...plain,
    })
    const { insights } = response.results
    expect(new Set(adsIn(insights)).size).toBe(1000)
    // A thousand ads in two periods are four pages. The first page is in the batch.
    expect(response.requests.filter(({ method }) => method === 'GET').length - 4).toBe(3)
    expect(response.calls.filter((call) => call === 'batch')).toHaveLength(1)
    const spend = Object.values(insights.adsets).reduce((sum, { stats }) => sum + Number(stats.spend), 0)
    expect(spend).toBeCloseTo(Number(insights.stats.spend), 1)
  })

  /** Advances the sandbox's clock until the response arrives. */
  async function whileTimePasses<Value>(asking: Promise<Value>): Promise<Value> {
    let done = false
    const response = asking.finally(() => {
      done = true
    })
    while (!done) await social.sandbox.advance(400)
    return await response
  }

  test('creates a report run when Meta rejects the query as too large', async () => {
    const tooMuch = { call: 'insights.list', skip: 2, kind: 'status', status: 400, code: '100/1487534' }
    await social.sandbox.injectFault(tooMuch)
    await social.sandbox.clearRequests()
    const body = { userId, campaignId: thousandAds, ...plain }
    const { results } = await whileTimePasses(social.call(operation, body))
    expect(results.insights.error).toBe('')
    expect(adsIn(results.insights)).toHaveLength(1000)
    const calls = (await social.sandbox.requests()).map(({ call }) => call)
    expect(calls.filter((call) => call === 'insights.create')).toHaveLength(1)
    expect(calls).toContain('report_run.read')
  })

  test.each([
    ['fails', { failed: 1 }],
    ['cannot be read although it is complete', { unreadable: 4 }],
  ])('creates a second report run when the first run %s', async (_, troubles) => {
    await social.sandbox.injectFault({
      call: 'insights.list',
      skip: 2,
      kind: 'status',
      status: 400,
      code: '100/1487534',
    })
    await social.sandbox.simulate('social/report_runs', troubles)
    await social.sandbox.clearRequests()
    const body = { userId, campaignId: thousandAds, ...plain }
    const { results } = await whileTimePasses(social.call(operation, body))
    expect(adsIn(results.insights)).toHaveLength(1000)
    const calls = (await social.sandbox.requests()).map(({ call }) => call)
    expect(calls.filter((call) => call === 'insights.create')).toHaveLength(2)
  })

  test('creates at most two report runs and returns an error when both fail', async () => {
    await social.sandbox.injectFault({
      call: 'insights.list',
      skip: 2,
      kind: 'status',
      status: 400,
      code: '100/1487534',
    })
    await social.sandbox.simulate('social/report_runs', { failed: 2 })
    await social.sandbox.clearRequests()
    const body = { userId, campaignId: thousandAds, ...plain }
    const { results } = await whileTimePasses(social.call(operation, body))
    expect(results.insights.error).not.toBe('')
    const calls = (await social.sandbox.requests()).map(({ call }) => call)
    expect(calls.filter((call) => call === 'insights.create')).toHaveLength(2)
  })

  test('returns UPSTREAM_TIMEOUT when the report run takes too long, and reads the same run on the next call', async () => {
    const tooMuch = { call: 'insights.list', skip: 2, kind: 'status', status: 400, code: '100/1487534' }
    await social.sandbox.injectFault(tooMuch)
    await social.sandbox.clearRequests()
    const body = { userId, campaignId: thousandAds, ...dates, ...plain }
    const pendingInsights = social.call(operation, body)
    // The report run has started by then, but it is not ready.
    while (!(await social.sandbox.requests()).some(({ call }) => call === 'insights.create'));
    await social.sandbox.advance(500)
    expectRefusal(await pendingInsights, 'UPSTREAM_TIMEOUT')
    await social.sandbox.advance(10_000)
    await social.sandbox.injectFault(tooMuch)
    const { results } = await social.call(operation, body)
    expect(adsIn(results.insights)).toHaveLength(1000)
    const calls = (await social.sandbox.requests()).map(({ call }) => call)
    expect(calls.filter((call) => call === 'insights.create')).toHaveLength(1)
  })
})

test('social/get_campaign_insights declares only the result fields insights and warnings', () => {
  expect(Object.keys(declarationOf(operation).results.shape)).toEqual(['insights', 'warnings'])
})

describeRefusals(social, {
  operation,
  body: { campaignId: springCampaignId, ...plain },
  failingCall: 'batch',
})

testOperationCosts('social/get_campaign_insights', { store: 0, upstream: 1 })
