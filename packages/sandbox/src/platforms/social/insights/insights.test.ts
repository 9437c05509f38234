import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noon } from '../../../../testing/sandbox.ts'
import { useSocial } from '../../../../testing/social.ts'

const social = useSocial()

const campaign = '120210000000000011'
const account = 'act_1001200300400'
const fields =
  'campaign_id,campaign_name,account_currency,impressions,reach,clicks,spend,cpm,cpc,ctr,actions,cost_per_action_type,conversions,cost_per_conversion,video_play_actions,video_avg_time_watched_actions,video_30_sec_watched_actions,video_p25_watched_actions,video_p50_watched_actions,video_p75_watched_actions,video_p95_watched_actions,video_p100_watched_actions'

interface Row {
  readonly [name: string]: unknown
  readonly date_start: string
  readonly spend: string
  readonly impressions: string
  readonly clicks: string
  readonly reach: string
  readonly actions?: { action_type: string; value: string }[]
}

async function rows(node: string, query: Record<string, unknown>, person = 'ada'): Promise<Row[]> {
  return await social.all(`${node}/insights`, { limit: 500, ...query }, social.token(person))
}

const cents = (row: Row) => Math.round(Number(row.spend) * 100)
const action = (row: Row, type: string) =>
  Number(row.actions?.find((each) => each.action_type === type)?.value ?? 0)
const sumBy = (list: readonly Row[], readMetric: (row: Row) => number) =>
  list.reduce((sum, row) => sum + readMetric(row), 0)

test('insights return one row per time range, with numbers as text without trailing zeros', async () => {
  const results = await rows(campaign, {
    level: 'campaign',
    fields,
    time_ranges: [
      { since: '2026-11-01', until: '2026-11-07' },
      { since: '2026-10-25', until: '2026-10-31' },
    ],
  })
  expect(results.map((row) => row.date_start)).toEqual(['2026-11-01', '2026-10-25'])
  for (const row of results) {
    for (const name of ['impressions', 'reach', 'clicks', 'spend', 'cpm', 'cpc', 'ctr']) {
      expect(row[name]).toMatch(/^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/)
    }
    expect(row['campaign_name']).toBe('Spring bread')
    expect(Number(row['cpm'])).toBeCloseTo((Number(row.spend) * 1_000) / Number(row.impressions), 5)
    expect(Number(row['ctr'])).toBeCloseTo((Number(row.clicks) * 100) / Number(row.impressions), 5)
    expect(action(row, 'link_click')).toBeLessThanOrEqual(Number(row.clicks))
  }
})

/** Returns a filter for all statuses. Without this filter, deleted objects have no rows. */
const everyStatus = (level: string) =>
  level === 'account'
    ? {}
    : { filtering: [{ field: `${level}.effective_status`, operator: 'NOT_IN', value: ['NONE'] }] }

test('insights omit rows of deleted ads and ad sets unless the filter requests them, but include them in sums', async () => {
  const query = { fields: 'adset_id,ad_id,spend', date_preset: 'maximum' }
  const before = {
    sum: sumBy(await rows(campaign, query), cents),
    ads: await rows(campaign, { ...query, level: 'ad' }),
    sets: await rows(campaign, { ...query, level: 'adset' }),
  }
  const [ad, other] = before.ads
  expect((await social.delete(String(ad?.['ad_id']))).status).toBe(200)
  const lastSet = before.sets.at(-1)
  expect((await social.delete(String(lastSet?.['adset_id']))).status).toBe(200)
  const [ads, sets] = [
    await rows(campaign, { ...query, level: 'ad' }),
    await rows(campaign, { ...query, level: 'adset' }),
  ]
  expect(ads.map((row) => row['ad_id'])).not.toContain(ad?.['ad_id'])
  expect(ads.map((row) => row['ad_id'])).toContain(other?.['ad_id'])
  expect(ads.some((row) => row['adset_id'] === lastSet?.['adset_id'])).toBe(false)
  expect(sets).toEqual(before.sets.slice(0, -1))
  expect(sumBy(await rows(campaign, query), cents)).toBe(before.sum)
  for (const level of ['ad', 'adset'])
    expect(sumBy(await rows(campaign, { ...query, level, ...everyStatus(level) }), cents)).toBe(before.sum)
  expect(await rows(String(ad?.['ad_id']), query)).toHaveLength(1)
})

test('insights of all levels and days add up to the same sums over any range, except for reach', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(campaign, account),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 40 }),
      async (node, startDaysAgo, days) => {
        const until = new Date(noon - startDaysAgo * 86_400_000).toISOString().slice(0, 10)
        const since = new Date(noon - (startDaysAgo + days) * 86_400_000).toISOString().slice(0, 10)
        const query = { fields: 'spend,impressions,clicks,reach,actions', time_range: { since, until } }
        const levels = node === account ? ['account', 'campaign', 'adset', 'ad'] : ['campaign', 'adset', 'ad']
        const byLevel = []
        for (const level of levels) byLevel.push(await rows(node, { ...query, level, ...everyStatus(level) }))
        const daily = await rows(node, { ...query, level: levels[0], time_increment: 1 })
        const [top = []] = byLevel
        for (const list of [...byLevel, daily]) {
          for (const readMetric of [
            cents,
            (row: Row) => Number(row.impressions),
            (row: Row) => Number(row.clicks),
            (row: Row) => action(row, 'link_click'),
            (row: Row) => action(row, 'post_engagement'),
          ]) {
            expect(sumBy(list, readMetric)).toBe(sumBy(top, readMetric))
          }
          expect(sumBy(list, (row) => Number(row.reach))).toBeGreaterThanOrEqual(
            sumBy(top, (row) => Number(row.reach)),
          )
          for (const row of list) expect(Number(row.reach)).toBeLessThanOrEqual(Number(row.impressions))
        }
      },
    ),
    { numRuns: 40 },
  )
})

test('a campaign spends at most 1.75 daily budgets per day, and its spend of today grows with the clock', async () => {
  const days = await rows(campaign, { fields: 'spend', date_preset: 'last_30d', time_increment: 1 })
  expect(days).toHaveLength(30)
  for (const day of days) expect(Number(day.spend)).toBeLessThanOrEqual(15 * 1.75)
  expect(sumBy(days, cents)).toBeGreaterThan(30 * 1_500 * 0.75)
  const today = async () =>
    cents((await rows(campaign, { fields: 'spend', date_preset: 'today' }))[0] ?? ({ spend: '0' } as Row))
  social.sandbox.clock.freeze(Date.parse('2026-11-15T03:00:00Z'))
  const early = await today()
  social.sandbox.clock.freeze(Date.parse('2026-11-15T22:59:00Z'))
  const late = await today()
  expect(early).toBeGreaterThan(0)
  expect(late).toBeGreaterThan(3 * early)
})

test('a change of the budget or status of a campaign affects only later delivery', async () => {
  const pastParams = { fields, date_preset: 'maximum', level: 'ad' }
  const before = await rows(campaign, pastParams)
  await social.post(campaign, { daily_budget: 30_000 })
  expect(await rows(campaign, pastParams)).toEqual(before)
  social.sandbox.clock.advance(2 * 86_400_000)
  const [day] = await rows(campaign, { fields: 'spend', date_preset: 'yesterday' })
  expect(Number(day?.spend)).toBeGreaterThan(100)
  await social.post(campaign, { status: 'PAUSED' })
  social.sandbox.clock.advance(3 * 86_400_000)
  expect(await rows(campaign, { date_preset: 'yesterday' })).toEqual([])
  await social.post(campaign, { status: 'ACTIVE' })
  social.sandbox.clock.advance(86_400_000)
  expect(await rows(campaign, { date_preset: 'today' })).toHaveLength(1)
  const between = { fields, level: 'ad', time_range: { since: '2026-03-01', until: '2026-11-14' } }
  expect((await rows(campaign, between)).map((row) => row['spend'])).toHaveLength(12)
})

test('insights have no row for a campaign without delivery, such as a draft, a scheduled campaign or an ended campaign', async () => {
  const list = await social.get(`${account}/campaigns`, { fields: 'name', limit: 100 })
  const id = (name: string) => list.body.data.find((each: { name: string }) => each.name === name).id
  expect(await rows(id('Draft without delivery'), { date_preset: 'maximum' })).toEqual([])
  expect(await rows(id('Christmas stollen'), { date_preset: 'maximum' })).toEqual([])
  expect(await rows(id('Opening day'), { date_preset: 'last_30d' })).toEqual([])
  const day = await rows(id('Opening day'), { date_preset: 'maximum', time_increment: 1 })
  expect(day.length).toBeLessThanOrEqual(2)
  expect(day.length).toBeGreaterThan(0)
  social.sandbox.clock.advance(8 * 86_400_000)
  expect(await rows(id('Christmas stollen'), { date_preset: 'maximum' })).toHaveLength(1)
})

test('insights in yen report spend without decimals', async () => {
  const results = await rows(
    'act_1007200300400',
    { level: 'campaign', fields: 'spend,account_currency', date_preset: 'last_30d' },
    'yuki',
  )
  expect(results.length).toBeGreaterThan(2)
  for (const row of results) {
    expect(row['account_currency']).toBe('JPY')
    expect(row.spend).toMatch(/^\d+$/)
    expect(Number(row.spend)).toBeGreaterThan(10_000)
  }
})

test('insights rank single ads, with UNKNOWN below 500 impressions, and do not rank campaigns', async () => {
  const fieldList = 'impressions,quality_ranking,conversion_rate_ranking,engagement_rate_ranking'
  const ads = await rows(campaign, { level: 'ad', fields: fieldList, date_preset: 'last_7d' })
  for (const ad of ads) {
    if (Number(ad.impressions) < 500) expect(ad['quality_ranking']).toBe('UNKNOWN')
    else expect(ad['quality_ranking']).toMatch(/^(ABOVE_AVERAGE|AVERAGE|BELOW_AVERAGE_(10|20|35))$/)
  }
  const [top] = await rows(campaign, { level: 'campaign', fields: fieldList })
  expect(top?.['quality_ranking']).toBeUndefined()
})

test('insights report leads, purchases and conversions under the action types of the campaign objective', async () => {
  const all = await rows(account, {
    level: 'campaign',
    fields: 'objective,actions,conversions,action_values',
    date_preset: 'maximum',
  })
  const rowsOfKind = (objective: string) => all.find((row) => row['objective'] === objective)
  const types = (row: Row | undefined, name = 'actions') =>
    ((row?.[name] ?? []) as { action_type: string }[]).map((each) => each.action_type)
  expect(types(rowsOfKind('OUTCOME_LEADS'))).toEqual(
    expect.arrayContaining(['lead', 'onsite_conversion.lead_grouped']),
  )
  expect(types(rowsOfKind('OUTCOME_SALES'))).toEqual(
    expect.arrayContaining(['purchase', 'offsite_conversion.fb_pixel_purchase']),
  )
  // Meta reports one sale under seven action types, so their sum would count the sale seven times.
  const sales = rowsOfKind('OUTCOME_SALES')?.actions?.filter(({ action_type }) =>
    action_type.endsWith('purchase'),
  )
  expect([sales?.length, new Set(sales?.map(({ value }) => value)).size]).toEqual([7, 1])
  expect(types(rowsOfKind('OUTCOME_TRAFFIC'), 'conversions')).toEqual(['contact_total', 'contact_website'])
  expect(types(rowsOfKind('OUTCOME_SALES'), 'action_values')).toContain('purchase')
})

test('attribution settings do not change insights, and attribution windows only add fields', async () => {
  const plain = await rows(campaign, { fields: 'actions' })
  expect(
    await rows(campaign, {
      fields: 'actions',
      use_unified_attribution_setting: 'true',
      action_report_time: 'mixed',
    }),
  ).toEqual(plain)
  const [row] = await rows(campaign, {
    fields: 'actions',
    action_attribution_windows: ['1d_click', '7d_click'],
  })
  expect(Object.keys(row?.actions?.[0] ?? {})).toEqual(['action_type', 'value', '1d_click', '7d_click'])
  const removedWindow = await social.get(`${campaign}/insights`, { action_attribution_windows: ['28d_view'] })
  expect(removedWindow.body.error.code).toBe(100)
})

test('insights apply filters and the sort order', async () => {
  const sets = await rows(campaign, { level: 'adset', fields: 'adset_id,spend' })
  const [first] = sets
  const only = await rows(campaign, {
    level: 'ad',
    fields: 'adset_id,spend',
    filtering: [{ field: 'adset.id', operator: 'IN', value: [first?.['adset_id']] }],
  })
  expect(new Set(only.map((row) => row['adset_id']))).toEqual(new Set([first?.['adset_id']]))
  expect(sumBy(only, cents)).toBe(first === undefined ? 0 : cents(first))
  const dear = await rows(campaign, {
    level: 'ad',
    fields: 'spend',
    filtering: [{ field: 'spend', operator: 'GREATER_THAN', value: 30 }],
    sort: ['spend_descending'],
  })
  expect(dear.map((row) => Number(row.spend))).toEqual(
    dear.map((row) => Number(row.spend)).sort((a, b) => b - a),
  )
  for (const row of dear) expect(Number(row.spend)).toBeGreaterThan(30)
})

test.each([
  [{ time_range: { since: '2023-10-14', until: '2026-11-01' } }, 3018],
  [{ time_range: { since: '2026-11-07', until: '2026-11-01' } }, 100],
  [{ time_range: { since: '2026-02-30', until: '2026-11-01' } }, 100],
  [{ time_range: 'yesterday' }, 100],
  [{ date_preset: 'lifetime' }, 100],
  [{ level: 'galaxy' }, 100],
  [{ level: 'account' }, 100],
  [{ time_increment: 91 }, 100],
  [{ breakdowns: ['age'] }, 100],
  [{ filtering: [{ field: 'shoe.size', operator: 'IN', value: [1] }] }, 100],
  [{ filtering: [{ field: 'ad.id', operator: 'NEAR', value: [1] }] }, 100],
])('insights refuse the query %o with code %i', async (query, code) => {
  const { status, body } = await social.get(`${campaign}/insights`, query)
  expect([status, body.error.code]).toEqual([400, code])
})

test('insights refuse an unknown metric with its name in the message', async () => {
  const { body } = await social.get(`${campaign}/insights`, { fields: 'spend,happiness' })
  expect(body.error.message).toMatch(/^\(#100\) happiness is not valid for fields param/)
})

test('insights accept a range that starts 37 months ago and refuse an earlier start', async () => {
  const ranges = (since: string) =>
    social.get(`${campaign}/insights`, { time_ranges: [{ since, until: '2026-11-01' }] })
  expect((await ranges('2023-10-15')).status).toBe(200)
  expect((await ranges('2023-10-14')).body.error.message).toContain('37 months')
})

test('a report run is initially invisible, progresses with the clock, and returns its rows when it is completed', async () => {
  const runResponse = await social.post(`${campaign}/insights`, {
    level: 'ad',
    fields: 'ad_id,spend',
    date_preset: 'last_30d',
  })
  const id = runResponse.body.report_run_id
  expect(id).toMatch(/^\d{13}$/)
  const pollStatus = () =>
    social.get(id, { fields: 'async_status,async_percent_completion,error_code,error_message' })
  expect((await pollStatus()).body.error.error_subcode).toBe(33)
  const progress = []
  for (const step of [400, 500, 400, 700, 700, 400]) {
    social.sandbox.clock.advance(step)
    const { body } = await pollStatus()
    progress.push([body.async_status, body.async_percent_completion])
  }
  expect(progress).toEqual([
    ['Job Not Started', 0],
    ['Job Started', 0],
    ['Job Running', 7],
    ['Job Running', 57],
    ['Job Running', 100],
    ['Job Completed', 100],
  ])
  const result = await social.get(`${id}/insights`, { limit: 5 })
  expect(result.body.data).toHaveLength(5)
  expect(Object.keys(result.body.data[0])).toEqual(['ad_id', 'spend', 'date_start', 'date_stop'])
  const nextPage = await social.get(result.body.paging.next, {}, '')
  expect(nextPage.body.data).toHaveLength(5)
  const directRows = await rows(campaign, { level: 'ad', fields: 'ad_id,spend', date_preset: 'last_30d' })
  expect(result.body.data).toEqual(directRows.slice(0, 5))
  expect((await social.get(`${id}/insights`, { fields: 'reach' })).body.error.message).toContain(
    "weren't there while creating the report run",
  )
  social.sandbox.clock.advance(31 * 86_400_000)
  expect((await pollStatus()).body.error.error_subcode).toBe(33)
})

test('insights refuse too much data with subcode 1487534 and accept the same query as a report run', async () => {
  const query = { level: 'ad', fields: 'ad_id,spend', date_preset: 'last_90d', time_increment: 1 }
  const refused = await social.get('120210000000000099/insights', query)
  expect(refused.body.error).toMatchObject({ code: 100, error_subcode: 1487534 })
  expect((await social.post('120210000000000099/insights', query)).status).toBe(200)
})

test('insights of 1,000 ads over 90 days come in pages and add up to their campaign', async () => {
  const query = { fields: 'spend,impressions,clicks,reach', date_preset: 'last_90d' }
  const ads = await rows('120210000000000099', { ...query, level: 'ad' })
  const [top] = await rows('120210000000000099', query)
  expect(ads).toHaveLength(1_000)
  expect(top === undefined ? 0 : cents(top)).toBe(sumBy(ads, cents))
  expect(Number(top?.impressions)).toBe(sumBy(ads, (row) => Number(row.impressions)))
})

test('a list of campaigns can expand the insights of each campaign', async () => {
  const { body } = await social.get(`${account}/campaigns`, {
    fields: 'name,insights.date_preset(last_7d).level(campaign){spend}',
    limit: 4,
  })
  const [first] = body.data
  const [directRows] = await rows(first.id, { fields: 'spend', date_preset: 'last_7d' })
  expect(first.insights.data).toEqual([directRows])
})
