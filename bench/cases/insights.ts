import type { OperationCase, PlatformCase } from '../operations.ts'

/** Campaign ids by number of ads. */
export const campaigns = { 500: '120219900000000500', 10000: '120219900000010000' } as const
const account = '1001200300400'
const pageSize = 500
const reportRunId = '6023920149050'

const actionTypes = [
  'link_click',
  'post_reaction',
  'comment',
  'post',
  'like',
  'lead',
  'video_view',
  'post_engagement',
]
const watchedMetrics = [
  'play',
  '30_sec_watched',
  'p25_watched',
  'p50_watched',
  'p75_watched',
  'p95_watched',
  'p100_watched',
]

type Pair = { readonly action_type: string; readonly value: string }
type Row = Readonly<Record<string, string | readonly Pair[]>>

function createRow(level: 'campaign' | 'adset' | 'ad', index: number): Row {
  const adSet = {
    adset_id: String(120_219_910_000_000_000n + BigInt(index % 20)),
    adset_name: `Ad set ${index % 20}`,
  }
  return {
    campaign_name: 'Spring bread',
    account_currency: 'EUR',
    impressions: String(15_230 + index),
    reach: '9120',
    clicks: '412',
    spend: '118.42',
    cpm: '7.775443',
    cpc: '0.287427',
    ctr: '2.705187',
    actions: actionTypes.map((action_type, position) => ({ action_type, value: String(301 + position) })),
    cost_per_action_type: actionTypes.map((action_type) => ({ action_type, value: '0.393422' })),
    conversions: [{ action_type: 'subscribe_total', value: '4' }],
    ...Object.fromEntries(
      watchedMetrics.map((name) => [`video_${name}_actions`, [{ action_type: 'video_view', value: '2600' }]]),
    ),
    date_start: '2025-05-24',
    date_stop: '2026-01-15',
    ...(level === 'campaign' ? {} : adSet),
    ...(level === 'ad'
      ? {
          ad_id: String(120_219_920_000_000_000n + BigInt(index)),
          ad_name: `Rye at seven ${index}`,
          quality_ranking: 'AVERAGE',
          conversion_rate_ranking: 'ABOVE_AVERAGE',
        }
      : {}),
  }
}

function createPage(rows: readonly Row[], from: number): object {
  const to = from + pageSize
  const next = `https://graph.example/x?limit=${pageSize}&after=${to}`
  return {
    data: rows.slice(from, to),
    paging: { cursors: { before: String(from), after: String(to) }, ...(to < rows.length ? { next } : {}) },
  }
}

const adSets = Array.from({ length: 20 }, (_, index) => createRow('adset', index))
const createAdRows = (count: number) => Array.from({ length: count }, (_, index) => createRow('ad', index))

function createBatch(ads: readonly Row[]): object[] {
  const node = {
    id: '1',
    name: 'Spring bread',
    account_id: account,
    adsets: { data: adSets.map((row) => ({ id: row['adset_id'], name: row['adset_name'] })) },
  }
  return [node, createPage([createRow('campaign', 0)], 0), createPage(adSets, 0), createPage(ads, 0)].map(
    (body) => ({
      code: 200,
      headers: [],
      body: JSON.stringify(body),
    }),
  )
}

const manyRows = createAdRows(10_000)
const fewBatch = createBatch(createAdRows(500))
const preparedBatches = { few: JSON.stringify(fewBatch), many: JSON.stringify(createBatch(manyRows)) }
const pages = Array.from({ length: manyRows.length / pageSize }, (_, index) =>
  JSON.stringify(createPage(manyRows, index * pageSize)),
)
let selectedSize: 'few' | 'many' = 'few'

export const platform: PlatformCase = {
  respond(method, { pathname, searchParams }) {
    // Only the body of a batch contains the campaign, so the case selects the size with a separate request
    // beforehand.
    if (pathname === '/bench/few' || pathname === '/bench/many') {
      selectedSize = pathname === '/bench/few' ? 'few' : 'many'
      return '{}'
    }
    if (method === 'POST' && /^\/v26\.0\/?$/.test(pathname)) return preparedBatches[selectedSize]
    if (method === 'POST' && pathname.endsWith('/insights')) return `{"report_run_id":"${reportRunId}"}`
    if (pathname.endsWith(`/${reportRunId}`))
      return '{"async_status":"Job Completed","async_percent_completion":100}'
    if (pathname.endsWith('/insights')) return pages[Number(searchParams.get('after') ?? 0) / pageSize]
    return undefined
  },
}

/** The work of a proxy on a row: the same metrics, with plain arithmetic. */
function toStats(row: Row): object {
  const formatCost = (value: unknown) => `€${(Number(value ?? 0) * 1.125).toFixed(2)}`
  const getPairs = (name: string) => (row[name] ?? []) as readonly Pair[]
  const countActions = (type: string) =>
    getPairs('actions').find(({ action_type }) => action_type === type)?.value ?? '0'
  const getVideoValue = (name: string) => getPairs(`video_${name}_actions`)[0]?.value ?? '0'
  return {
    campaignName: row['campaign_name'],
    cpm: formatCost(row['cpm']),
    reach: row['reach'],
    cpc: formatCost(row['cpc']),
    ctr: Number(row['ctr']).toFixed(2),
    clicks: row['clicks'],
    spend: formatCost(row['spend']),
    conversions: getPairs('conversions')[0]?.value,
    cost_per_conversion: formatCost(Number(row['spend']) / Number(getPairs('conversions')[0]?.value)),
    conversion_rate_ranking: row['conversion_rate_ranking'] ?? 'UNKNOWN',
    quality_ranking: row['quality_ranking'] ?? 'UNKNOWN',
    date_start: row['date_start'],
    date_end: row['date_stop'],
    leadCount: countActions('lead'),
    cost_per_action_type: getPairs('cost_per_action_type').map(({ action_type, value }) => ({
      action_type,
      value: formatCost(value),
    })),
    actions: getPairs('actions'),
    videoAvgTimeWatched: '0',
    video30SecWatched: getVideoValue('30_sec_watched'),
    videoNoOfPlays: getVideoValue('play'),
    video25PercentWatched: getVideoValue('p25_watched'),
    video50PercentWatched: getVideoValue('p50_watched'),
    video75PercentWatched: getVideoValue('p75_watched'),
    video95PercentWatched: getVideoValue('p95_watched'),
    video100PercentWatched: getVideoValue('p100_watched'),
    postSaves: countActions('onsite_conversion.post_save'),
    postShares: countActions('post'),
    postReactions: countActions('post_reaction'),
    postComments: countActions('comment'),
    postLikes: countActions('like'),
    cpmPrevious: formatCost(0),
    cpmPercent: '0',
  }
}

export const buildInsightsBody = (campaignId: string) => ({
  userId: 'usr_demo_all',
  campaignId,
  currencySymbol: '€',
  clientCostAdjustment: { percentage: 12.5 },
})

export const operationCase: OperationCase = {
  title: 'Insights of 500 ads',
  operation: 'social/get_campaign_insights',
  body: buildInsightsBody(campaigns[500]),
  expectedStatus: 200,
  upstreamResponse: fewBatch,
  toUpstream: (body) => body,
  fromUpstream(response) {
    const [, campaign, adSetRows, adRows] = (response as { body: string }[]).map(
      ({ body }) => (JSON.parse(body) as { data?: Row[] }).data ?? [],
    )
    const adsets = Object.fromEntries(
      (adSetRows ?? []).map((row) => [
        row['adset_id'],
        {
          name: row['adset_name'],
          stats: toStats(row),
          ads: {} as Record<string, object>,
        },
      ]),
    )
    for (const row of adRows ?? []) {
      const entry = { name: row['ad_name'], stats: toStats(row) }
      Object.assign(adsets[String(row['adset_id'])]?.ads ?? {}, { [String(row['ad_id'])]: entry })
    }
    const insights = { name: 'Spring bread', stats: toStats(campaign?.[0] ?? {}), adsets, error: '' }
    const results = { success: true, error: '', insights }
    return { success: true, requestId: 'req_01kepx5y0052m3qcssrjq5ehr7', results }
  },
  goals: [{ measure: 'CPU / proxy-map', max: 1.08 }],
}
