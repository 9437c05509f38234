import type { OperationCase, PlatformCase } from '../operations.ts'

/** Campaigns by how many ads they have. */
export const campaigns = { 500: '120219900000000500', 10000: '120219900000010000' } as const
const account = '1001200300400'
const pageSize = 500
const run = '6023920149050'

const types = [
  'link_click',
  'post_reaction',
  'comment',
  'post',
  'like',
  'lead',
  'video_view',
  'post_engagement',
]
const watched = [
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

function rowOf(level: 'campaign' | 'adset' | 'ad', index: number): Row {
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
    actions: types.map((action_type, place) => ({ action_type, value: String(301 + place) })),
    cost_per_action_type: types.map((action_type) => ({ action_type, value: '0.393422' })),
    conversions: [{ action_type: 'subscribe_total', value: '4' }],
    ...Object.fromEntries(
      watched.map((name) => [`video_${name}_actions`, [{ action_type: 'video_view', value: '2600' }]]),
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

function page(rows: readonly Row[], from: number): object {
  const to = from + pageSize
  const next = `https://graph.example/x?limit=${pageSize}&after=${to}`
  return {
    data: rows.slice(from, to),
    paging: { cursors: { before: String(from), after: String(to) }, ...(to < rows.length ? { next } : {}) },
  }
}

const adSets = Array.from({ length: 20 }, (_, index) => rowOf('adset', index))
const adsOf = (count: number) => Array.from({ length: count }, (_, index) => rowOf('ad', index))

function batchOf(ads: readonly Row[]): object[] {
  const node = {
    id: '1',
    name: 'Spring bread',
    account_id: account,
    adsets: { data: adSets.map((row) => ({ id: row['adset_id'], name: row['adset_name'] })) },
  }
  return [node, page([rowOf('campaign', 0)], 0), page(adSets, 0), page(ads, 0)].map((body) => ({
    code: 200,
    headers: [],
    body: JSON.stringify(body),
  }))
}

const many = adsOf(10_000)
const few = batchOf(adsOf(500))
const prepared = { few: JSON.stringify(few), many: JSON.stringify(batchOf(many)) }
const pages = Array.from({ length: many.length / pageSize }, (_, index) =>
  JSON.stringify(page(many, index * pageSize)),
)
let asked: 'few' | 'many' = 'few'

export const platform: PlatformCase = {
  answer(method, { pathname, searchParams }) {
    // Which campaign a batch is about stands in its body; a first look at its size comes before it.
    if (pathname === '/bench/few' || pathname === '/bench/many') {
      asked = pathname === '/bench/few' ? 'few' : 'many'
      return '{}'
    }
    if (method === 'POST' && /^\/v26\.0\/?$/.test(pathname)) return prepared[asked]
    if (method === 'POST' && pathname.endsWith('/insights')) return `{"report_run_id":"${run}"}`
    if (pathname.endsWith(`/${run}`)) return '{"async_status":"Job Completed","async_percent_completion":100}'
    if (pathname.endsWith('/insights')) return pages[Number(searchParams.get('after') ?? 0) / pageSize]
    return undefined
  },
}

/** What a proxy would do with a row: the same figures, with plain arithmetic. */
function statsOf(row: Row): object {
  const shown = (value: unknown) => `€${(Number(value ?? 0) * 1.125).toFixed(2)}`
  const pairs = (name: string) => (row[name] ?? []) as readonly Pair[]
  const count = (type: string) =>
    pairs('actions').find(({ action_type }) => action_type === type)?.value ?? '0'
  const video = (name: string) => pairs(`video_${name}_actions`)[0]?.value ?? '0'
  return {
    campaignName: row['campaign_name'],
    cpm: shown(row['cpm']),
    reach: row['reach'],
    cpc: shown(row['cpc']),
    ctr: Number(row['ctr']).toFixed(2),
    clicks: row['clicks'],
    spend: shown(row['spend']),
    conversions: pairs('conversions')[0]?.value,
    cost_per_conversion: shown(Number(row['spend']) / Number(pairs('conversions')[0]?.value)),
    conversion_rate_ranking: row['conversion_rate_ranking'] ?? 'UNKNOWN',
    quality_ranking: row['quality_ranking'] ?? 'UNKNOWN',
    date_start: row['date_start'],
    date_end: row['date_stop'],
    leadCount: count('lead'),
    cost_per_action_type: pairs('cost_per_action_type').map(({ action_type, value }) => ({
      action_type,
      value: shown(value),
    })),
    actions: pairs('actions'),
    videoAvgTimeWatched: '0',
    video30SecWatched: video('30_sec_watched'),
    videoNoOfPlays: video('play'),
    video25PercentWatched: video('p25_watched'),
    video50PercentWatched: video('p50_watched'),
    video75PercentWatched: video('p75_watched'),
    video95PercentWatched: video('p95_watched'),
    video100PercentWatched: video('p100_watched'),
    postSaves: count('onsite_conversion.post_save'),
    postShares: count('post'),
    postReactions: count('post_reaction'),
    postComments: count('comment'),
    postLikes: count('like'),
    cpmPrevious: shown(0),
    cpmPercent: '0',
  }
}

export const insightsBody = (campaignId: string) => ({
  userId: 'usr_demo_all',
  campaignId,
  currencySymbol: '€',
  clientCostAdjustment: { percentage: 12.5 },
})

export const operationCase: OperationCase = {
  title: 'Insights of 500 ads',
  operation: 'social/get_campaign_insights',
  body: insightsBody(campaigns[500]),
  expectedStatus: 200,
  upstreamAnswer: few,
  toUpstream: (body) => body,
  fromUpstream(answer) {
    const [, campaign, sets, ads] = (answer as { body: string }[]).map(
      ({ body }) => (JSON.parse(body) as { data?: Row[] }).data ?? [],
    )
    const adsets = Object.fromEntries(
      (sets ?? []).map((row) => [
        row['adset_id'],
        {
          name: row['adset_name'],
          stats: statsOf(row),
          ads: {} as Record<string, object>,
        },
      ]),
    )
    for (const row of ads ?? []) {
      const entry = { name: row['ad_name'], stats: statsOf(row) }
      Object.assign(adsets[String(row['adset_id'])]?.ads ?? {}, { [String(row['ad_id'])]: entry })
    }
    const insights = { name: 'Spring bread', stats: statsOf(campaign?.[0] ?? {}), adsets, error: '' }
    const results = { success: true, error: '', insights }
    return { success: true, requestId: 'req_01kepx5y0052m3qcssrjq5ehr7', results }
  },
  goals: [{ measure: 'CPU / proxy-map', atMost: 1.08 }],
}
