// Parses an analytics request, with the platform's checks.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import { findVisibleAccount, parseUrnId, toUrn } from '../access.ts'
import { invalidParam, proError } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import type { RestliValue } from '../restli.ts'
import { metricNames } from './metrics.ts'
import { type CreativeWithLedger, listCreativesWithLedgers } from './pools.ts'

export const pivots = {
  ACCOUNT: ({ account }: CreativeWithLedger) => toUrn('sponsoredAccount', account.id),
  CAMPAIGN_GROUP: ({ group }: CreativeWithLedger) => toUrn('sponsoredCampaignGroup', group.id),
  CAMPAIGN: ({ campaign }: CreativeWithLedger) => toUrn('sponsoredCampaign', campaign.id),
  CREATIVE: ({ creative }: CreativeWithLedger) => toUrn('sponsoredCreative', creative.id),
} as const

export type Pivot = keyof typeof pivots

export const granularities = ['ALL', 'DAILY', 'MONTHLY', 'YEARLY'] as const

export interface AnalyticsQuery {
  readonly creatives: readonly CreativeWithLedger[]
  /** UTC days since 1970, inclusive. */
  readonly from: number
  readonly until: number
  readonly granularity: (typeof granularities)[number]
  readonly metrics: readonly string[]
  readonly showsPivots: boolean
  readonly showsDates: boolean
}

const facetPivots = {
  accounts: pivots.ACCOUNT,
  campaignGroups: pivots.CAMPAIGN_GROUP,
  campaigns: pivots.CAMPAIGN,
  creatives: pivots.CREATIVE,
} as const

export const analyticsParams = ['timeGranularity', 'dateRange', ...Object.keys(facetPivots)]

/** The maximum number of fields, including `pivotValues` and `dateRange`. */
const maxFields = 20
/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema (approximateMemberReach) */
const maxReachDays = 92
/** The metrics of a request without `fields`. */
const defaultMetrics = ['impressions', 'clicks']

export function parseAnalyticsQuery(request: RestRequest): AnalyticsQuery {
  const today = Math.floor(request.now / 86_400_000)
  const { from, until } = parseDateRange(request, today)
  const granularity = request.oneOf('timeGranularity', granularities, 'ALL')
  if (request.params['timeGranularity'] === undefined) throw invalidParam('timeGranularity')
  const fields = request.fields === true ? defaultMetrics : Object.keys(request.fields)
  if (fields.length > maxFields)
    throw proError('ILLEGAL_ARGUMENT', `At most ${maxFields} fields can be asked for, got ${fields.length}`)
  const metrics = fields.filter((name) => name !== 'pivotValues' && name !== 'dateRange')
  const unknownMetric = metrics.find((name) => !metricNames.includes(name))
  if (unknownMetric !== undefined) throw proError('ILLEGAL_ARGUMENT', `Unknown field: ${unknownMetric}`)
  if (metrics.includes('approximateMemberReach') && until - from + 1 > maxReachDays)
    throw proError('ILLEGAL_ARGUMENT', `approximateMemberReach is for at most ${maxReachDays} days`)
  return {
    creatives: listCreatives(request),
    from,
    until: Math.min(until, today),
    granularity,
    metrics,
    showsPivots: fields.includes('pivotValues'),
    showsDates: fields.includes('dateRange'),
  }
}

/** Lists the selected creatives. Creatives of accounts without access are omitted silently. */
function listCreatives(request: RestRequest): CreativeWithLedger[] {
  const facetFilters = Object.entries(facetPivots).flatMap(([name, readUrn]) => {
    const list = request.list(name)
    return list === undefined
      ? []
      : [
          {
            allowedUrns: new Set(list.map((value, index) => parseUrn(value, `${name}/${index}`))),
            read: readUrn,
          },
        ]
  })
  if (facetFilters.length === 0) throw invalidParam('accounts')
  const { state } = request.exchange
  const visibleAccounts = Object.values(state.pro.accounts).filter(({ id }) =>
    findVisibleAccount(request, String(id)),
  )
  return visibleAccounts
    .flatMap((account) => listCreativesWithLedgers(state, account))
    .filter((creativeWithLedger) =>
      facetFilters.every(({ allowedUrns, read }) => allowedUrns.has(read(creativeWithLedger))),
    )
}

function parseUrn(value: RestliValue, paramPath: string): string {
  if (typeof value !== 'string' || !value.startsWith('urn:li:')) throw invalidParam(paramPath)
  const [, , kind = ''] = value.split(':')
  if (parseUrnId(kind, value) === undefined) throw invalidParam(paramPath)
  return value
}

function parseDateRange(request: RestRequest, today: number): { from: number; until: number } {
  const range = request.params['dateRange']
  if (typeof range !== 'object' || Array.isArray(range)) throw invalidParam('dateRange')
  const { start, end } = range as Readonly<Record<string, RestliValue | undefined>>
  const from = parseDay(start, 'dateRange/start')
  const until = end === undefined ? today : parseDay(end, 'dateRange/end')
  if (until < from) throw invalidParam('dateRange')
  return { from, until }
}

function parseDay(value: RestliValue | undefined, paramPath: string): number {
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParam(paramPath)
  const [year, month, day] = ['year', 'month', 'day'].map((name) => {
    // The value is a record, as the check above has shown.
    const part = (value as Readonly<Record<string, RestliValue | undefined>>)[name]
    return typeof part === 'string' && /^\d{1,4}$/.test(part) ? Number(part) : Number.NaN
  })
  const instant = Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0)
  if (Number.isNaN(instant) || new Date(instant).getUTCDate() !== day) throw invalidParam(paramPath)
  return instant / 86_400_000
}
