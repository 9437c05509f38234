// Figures as the vendors' own clients read them, and as a report tells them, in one form to be compared number by number.

import type { Results } from '@adrail/contract'
import {
  conversionCategory,
  googleAdsQuery,
  linkedinAnalytics,
  metaInsights,
} from '@adrail/sandbox/vendorFigures'

type Row = Results<'report/get_report'>['rows'][number]

export interface Line {
  readonly id: string
  /** Empty for a whole period. */
  readonly date: string
  readonly impressions: number
  readonly clicks: number
  readonly spendMicros: number
  readonly conversions: number
  readonly valueMicros: number
  readonly leads: number
}

/** What is asked of a vendor: ad groups by the day, or ads in all. */
export interface Asked {
  readonly url: string
  readonly person?: string
  readonly account: string
  readonly by: 'AD_GROUP' | 'AD'
  readonly since: string
  readonly until: string
}

/** LinkedIn leaves out counts of nothing. */
const count = (value: unknown) => Number(value ?? 0)
const micros = (amount: unknown) => Math.round(Number(amount ?? 0) * 1e6)

function sorted(lines: readonly Line[]): Line[] {
  return lines.toSorted((a, b) => `${a.id} ${a.date}`.localeCompare(`${b.id} ${b.date}`))
}

export function linesOf(rows: readonly Row[], platform: Row['platform']): Line[] {
  const own = rows.filter((row) => row.platform === platform)
  return sorted(
    own.map((row) => ({
      id: row.adId ?? row.adGroupId ?? '',
      date: row.date ?? '',
      impressions: row.impressions,
      clicks: row.clicks,
      spendMicros: micros(row.spend),
      conversions: Number(row.conversions),
      valueMicros: micros(row.conversionsValue),
      leads: Number(row.leads),
    })),
  )
}

/** Leads, purchases however they came, and custom events: https://developers.facebook.com/docs/marketing-api/reference/ads-action-stats */
const converted = ['lead', 'omni_purchase', 'offsite_conversion.fb_pixel_custom']

export async function metaLines({ url, person, account, by, since, until }: Asked): Promise<Line[]> {
  const id = by === 'AD' ? 'ad_id' : 'adset_id'
  const level = by === 'AD' ? 'ad' : 'adset'
  const everyStatus = { field: `${level}.effective_status`, operator: 'NOT_IN', value: ['NONE'] }
  const rows = await metaInsights(url, person)(
    account,
    [id, 'impressions', 'clicks', 'spend', 'actions', 'action_values'],
    {
      level,
      time_range: { since, until },
      filtering: [everyStatus],
      ...(by === 'AD' ? {} : { time_increment: 1 }),
    },
  )
  const sum = (list: readonly { action_type: string; value: string }[] = [], types: readonly string[]) =>
    list
      .filter(({ action_type }) => types.includes(action_type))
      .reduce((total, { value }) => total + Number(value), 0)
  return sorted(
    rows.map((row) => ({
      id: row[id],
      date: by === 'AD' ? '' : row['date_start'],
      impressions: Number(row['impressions']),
      clicks: Number(row['clicks']),
      spendMicros: micros(row['spend']),
      conversions: sum(row['actions'], converted),
      valueMicros: micros(sum(row['action_values'], converted)),
      leads: sum(row['actions'], ['lead']),
    })),
  )
}

/** https://developers.google.com/google-ads/api/reference/rpc/latest/ConversionActionCategoryEnum.ConversionActionCategory */
const leadCategories = [
  'SIGNUP',
  'PHONE_CALL_LEAD',
  'IMPORTED_LEAD',
  'SUBMIT_LEAD_FORM',
  'BOOK_APPOINTMENT',
  'REQUEST_QUOTE',
  'CONTACT',
]

export async function googleLines({ url, person, account, by, since, until }: Asked): Promise<Line[]> {
  const query = googleAdsQuery(url, person, account)
  const [from, id] = by === 'AD' ? ['ad_group_ad', 'ad_group_ad.ad.id'] : ['ad_group', 'ad_group.id']
  const day = by === 'AD' ? '' : ', segments.date'
  const where = `WHERE segments.date BETWEEN '${since}' AND '${until}'`
  const metrics =
    'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'
  const rows = await query(account, `SELECT ${id}${day}, ${metrics} FROM ${from} ${where}`)
  const { leadsByKey, keyOf } = await leadsOf(query, account, { id, day, from, where })
  return sorted(
    rows
      // Without days everything comes that ever was.
      .filter(({ metrics: { impressions, cost_micros } }) => impressions > 0 || cost_micros > 0)
      .map((row) => ({
        id: String(row['ad_group_ad']?.ad.id ?? row['ad_group'].id),
        date: row['segments']?.date ?? '',
        impressions: row['metrics'].impressions,
        clicks: row['metrics'].clicks,
        spendMicros: row['metrics'].cost_micros,
        conversions: row['metrics'].conversions,
        valueMicros: micros(row['metrics'].conversions_value),
        leads: leadsByKey.get(keyOf(row)) ?? 0,
      })),
  )
}

type Query = ReturnType<typeof googleAdsQuery>
type GoogleRow = Awaited<ReturnType<Query>>[number]

/** Conversions by their category: another query, because costs have none. */
async function leadsOf(
  query: Query,
  account: string,
  { id, day, from, where }: Readonly<Record<'id' | 'day' | 'from' | 'where', string>>,
) {
  const segment = 'segments.conversion_action_category'
  const rows = await query(
    account,
    `SELECT ${id}${day}, ${segment}, metrics.conversions FROM ${from} ${where}`,
  )
  const keyOf = (row: GoogleRow) =>
    `${row['ad_group_ad']?.ad.id ?? row['ad_group'].id} ${row['segments']?.date ?? ''}`
  const leadsByKey = new Map<string, number>()
  for (const row of rows) {
    if (!leadCategories.includes(conversionCategory(row['segments'].conversion_action_category))) continue
    leadsByKey.set(keyOf(row), (leadsByKey.get(keyOf(row)) ?? 0) + row['metrics'].conversions)
  }
  return { leadsByKey, keyOf }
}

export async function linkedinLines({ url, person, account, by, since, until }: Asked): Promise<Line[]> {
  const date = (text: string) => {
    const [year, month, day] = text.split('-').map(Number)
    return { year, month, day }
  }
  const rows = await linkedinAnalytics(url, person)('analytics', {
    pivot: by === 'AD' ? 'CREATIVE' : 'CAMPAIGN',
    timeGranularity: by === 'AD' ? 'ALL' : 'DAILY',
    dateRange: { start: date(since), end: date(until) },
    accounts: [`urn:li:sponsoredAccount:${account}`],
    fields:
      'pivotValues,dateRange,impressions,sends,clicks,costInLocalCurrency,externalWebsiteConversions,oneClickLeads,conversionValueInLocalCurrency',
  })
  const dayOf = ({ year, month, day }: Record<string, number>) =>
    [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  return sorted(
    rows.map((row) => ({
      id: String(row['pivotValues'][0]).split(':').at(-1) ?? '',
      date: by === 'AD' ? '' : dayOf(row['dateRange'].start),
      impressions: count(row['impressions']) + count(row['sends']),
      clicks: count(row['clicks']),
      spendMicros: micros(row['costInLocalCurrency']),
      conversions: count(row['externalWebsiteConversions']) + count(row['oneClickLeads']),
      valueMicros: micros(row['conversionValueInLocalCurrency']),
      leads: count(row['oneClickLeads']),
    })),
  )
}
