// Converts metrics from the vendors' own clients and from a report to one form, so that tests can compare all
// numbers.

import type { Results } from '@adrail/contract'
import { conversionCategory, googleAdsQuery, linkedinAnalytics, metaInsights } from '@adrail/sandbox/testing'

type ReportRow = Results<'report/get_report'>['rows'][number]

export interface VendorLine {
  readonly id: string
  /** Empty for totals of the whole period. */
  readonly date: string
  readonly impressions: number
  readonly clicks: number
  readonly spendMicros: number
  readonly conversions: number
  readonly valueMicros: number
  readonly leads: number
}

/** Query to a vendor: ad groups by day, or totals of ads. */
export interface VendorQuery {
  readonly url: string
  readonly person?: string
  readonly account: string
  readonly by: 'AD_GROUP' | 'AD'
  readonly since: string
  readonly until: string
}

/** LinkedIn omits counts that are zero. */
const toNumber = (value: unknown) => Number(value ?? 0)
const toMicros = (amount: unknown) => Math.round(Number(amount ?? 0) * 1e6)

function sortLines(lines: readonly VendorLine[]): VendorLine[] {
  return lines.toSorted((a, b) => `${a.id} ${a.date}`.localeCompare(`${b.id} ${b.date}`))
}

export function toReportLines(rows: readonly ReportRow[], platform: ReportRow['platform']): VendorLine[] {
  const platformRows = rows.filter((row) => row.platform === platform)
  return sortLines(
    platformRows.map((row) => ({
      id: row.adId ?? row.adGroupId ?? '',
      date: row.date ?? '',
      impressions: row.impressions,
      clicks: row.clicks,
      spendMicros: toMicros(row.spend),
      conversions: Number(row.conversions),
      valueMicros: toMicros(row.conversionsValue),
      leads: Number(row.leads),
    })),
  )
}

/**
 * Leads, purchases from all sources, and custom events:
 * https://developers.facebook.com/docs/marketing-api/reference/ads-action-stats
 */
const conversionTypes = ['lead', 'omni_purchase', 'offsite_conversion.fb_pixel_custom']

export async function readMetaLines({
  url,
  person,
  account,
  by,
  since,
  until,
}: VendorQuery): Promise<VendorLine[]> {
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
  const sumValues = (
    list: readonly { action_type: string; value: string }[] = [],
    types: readonly string[],
  ) =>
    list
      .filter(({ action_type }) => types.includes(action_type))
      .reduce((total, { value }) => total + Number(value), 0)
  return sortLines(
    rows.map((row) => ({
      id: row[id],
      date: by === 'AD' ? '' : row['date_start'],
      impressions: Number(row['impressions']),
      clicks: Number(row['clicks']),
      spendMicros: toMicros(row['spend']),
      conversions: sumValues(row['actions'], conversionTypes),
      valueMicros: toMicros(sumValues(row['action_values'], conversionTypes)),
      leads: sumValues(row['actions'], ['lead']),
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

export async function readGoogleLines({
  url,
  person,
  account,
  by,
  since,
  until,
}: VendorQuery): Promise<VendorLine[]> {
  const query = googleAdsQuery(url, person, account)
  const [resource, id] = by === 'AD' ? ['ad_group_ad', 'ad_group_ad.ad.id'] : ['ad_group', 'ad_group.id']
  const day = by === 'AD' ? '' : ', segments.date'
  const where = `WHERE segments.date BETWEEN '${since}' AND '${until}'`
  const metrics =
    'metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value'
  const rows = await query(account, `SELECT ${id}${day}, ${metrics} FROM ${resource} ${where}`)
  const { leadsByKey, lineKey } = await countLeadsByKey(query, account, { id, day, from: resource, where })
  return sortLines(
    rows
      // Without a date segment, the response includes all ads that ever existed.
      .filter(({ metrics: { impressions, cost_micros } }) => impressions > 0 || cost_micros > 0)
      .map((row) => ({
        id: String(row['ad_group_ad']?.ad.id ?? row['ad_group'].id),
        date: row['segments']?.date ?? '',
        impressions: row['metrics'].impressions,
        clicks: row['metrics'].clicks,
        spendMicros: row['metrics'].cost_micros,
        conversions: row['metrics'].conversions,
        valueMicros: toMicros(row['metrics'].conversions_value),
        leads: leadsByKey.get(lineKey(row)) ?? 0,
      })),
  )
}

type Query = ReturnType<typeof googleAdsQuery>
type GoogleRow = Awaited<ReturnType<Query>>[number]

/** Conversions by category need a separate query, because costs have no category. */
async function countLeadsByKey(
  query: Query,
  account: string,
  { id, day, from, where }: Readonly<Record<'id' | 'day' | 'from' | 'where', string>>,
) {
  const segment = 'segments.conversion_action_category'
  const rows = await query(
    account,
    `SELECT ${id}${day}, ${segment}, metrics.conversions FROM ${from} ${where}`,
  )
  const lineKey = (row: GoogleRow) =>
    `${row['ad_group_ad']?.ad.id ?? row['ad_group'].id} ${row['segments']?.date ?? ''}`
  const leadsByKey = new Map<string, number>()
  for (const row of rows) {
    if (!leadCategories.includes(conversionCategory(row['segments'].conversion_action_category))) continue
    leadsByKey.set(lineKey(row), (leadsByKey.get(lineKey(row)) ?? 0) + row['metrics'].conversions)
  }
  return { leadsByKey, lineKey }
}

export async function readLinkedinLines({
  url,
  person,
  account,
  by,
  since,
  until,
}: VendorQuery): Promise<VendorLine[]> {
  const toDateParts = (text: string) => {
    const [year, month, day] = text.split('-').map(Number)
    return { year, month, day }
  }
  const rows = await linkedinAnalytics(url, person)('analytics', {
    pivot: by === 'AD' ? 'CREATIVE' : 'CAMPAIGN',
    timeGranularity: by === 'AD' ? 'ALL' : 'DAILY',
    dateRange: { start: toDateParts(since), end: toDateParts(until) },
    accounts: [`urn:li:sponsoredAccount:${account}`],
    fields:
      'pivotValues,dateRange,impressions,sends,clicks,costInLocalCurrency,externalWebsiteConversions,oneClickLeads,conversionValueInLocalCurrency',
  })
  const formatDay = ({ year, month, day }: Record<string, number>) =>
    [year, month, day].map((part) => String(part).padStart(2, '0')).join('-')
  return sortLines(
    rows.map((row) => ({
      id: String(row['pivotValues'][0]).split(':').at(-1) ?? '',
      date: by === 'AD' ? '' : formatDay(row['dateRange'].start),
      impressions: toNumber(row['impressions']) + toNumber(row['sends']),
      clicks: toNumber(row['clicks']),
      spendMicros: toMicros(row['costInLocalCurrency']),
      conversions: toNumber(row['externalWebsiteConversions']) + toNumber(row['oneClickLeads']),
      valueMicros: toMicros(row['conversionValueInLocalCurrency']),
      leads: toNumber(row['oneClickLeads']),
    })),
  )
}
