// What an analytics request asks for, checked as the platform checks it.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting

import { idOf, urn, visibleAccount } from '../access.ts'
import { badParam, refusal } from '../errors.ts'
import type { RestRequest } from '../request.ts'
import type { RestliValue } from '../restli.ts'
import { metricNames } from './metrics.ts'
import { type CountedCreative, countedCreatives } from './pools.ts'

export const pivots = {
  ACCOUNT: ({ account }: CountedCreative) => urn('sponsoredAccount', account.id),
  CAMPAIGN_GROUP: ({ group }: CountedCreative) => urn('sponsoredCampaignGroup', group.id),
  CAMPAIGN: ({ campaign }: CountedCreative) => urn('sponsoredCampaign', campaign.id),
  CREATIVE: ({ creative }: CountedCreative) => urn('sponsoredCreative', creative.id),
} as const

export type Pivot = keyof typeof pivots

export const granularities = ['ALL', 'DAILY', 'MONTHLY', 'YEARLY'] as const

export interface Question {
  readonly creatives: readonly CountedCreative[]
  /** Days since 1970, UTC, both included. */
  readonly from: number
  readonly until: number
  readonly granularity: (typeof granularities)[number]
  readonly metrics: readonly string[]
  readonly showsPivots: boolean
  readonly showsDates: boolean
}

const facets = {
  accounts: pivots.ACCOUNT,
  campaignGroups: pivots.CAMPAIGN_GROUP,
  campaigns: pivots.CAMPAIGN,
  creatives: pivots.CREATIVE,
} as const

export const questionParams = ['timeGranularity', 'dateRange', ...Object.keys(facets)]

/** `pivotValues` and `dateRange` count as well. */
const mostFields = 20
/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema (approximateMemberReach) */
const mostReachDays = 92
/** What comes without `fields`. */
const usualMetrics = ['impressions', 'clicks']

export function questionOf(request: RestRequest): Question {
  const today = Math.floor(request.now / 86_400_000)
  const { from, until } = daysIn(request, today)
  const granularity = request.choice('timeGranularity', granularities, 'ALL')
  if (request.params['timeGranularity'] === undefined) throw badParam('timeGranularity')
  const fields = request.fields === true ? usualMetrics : Object.keys(request.fields)
  if (fields.length > mostFields)
    throw refusal('ILLEGAL_ARGUMENT', `At most ${mostFields} fields can be asked for, got ${fields.length}`)
  const metrics = fields.filter((name) => name !== 'pivotValues' && name !== 'dateRange')
  const unknown = metrics.find((name) => !metricNames.includes(name))
  if (unknown !== undefined) throw refusal('ILLEGAL_ARGUMENT', `Unknown field: ${unknown}`)
  if (metrics.includes('approximateMemberReach') && until - from + 1 > mostReachDays)
    throw refusal('ILLEGAL_ARGUMENT', `approximateMemberReach is for at most ${mostReachDays} days`)
  return {
    creatives: creativesIn(request),
    from,
    until: Math.min(until, today),
    granularity,
    metrics,
    showsPivots: fields.includes('pivotValues'),
    showsDates: fields.includes('dateRange'),
  }
}

/** What the member cannot see is left out without a word. */
function creativesIn(request: RestRequest): CountedCreative[] {
  const asked = Object.entries(facets).flatMap(([name, read]) => {
    const list = request.list(name)
    return list === undefined
      ? []
      : [{ wanted: new Set(list.map((value, index) => urnIn(value, `${name}/${index}`))), read }]
  })
  if (asked.length === 0) throw badParam('accounts')
  const { state } = request.exchange
  const seen = Object.values(state.pro.accounts).filter(({ id }) => visibleAccount(request, String(id)))
  return seen
    .flatMap((account) => countedCreatives(state, account))
    .filter((counted) => asked.every(({ wanted, read }) => wanted.has(read(counted))))
}

function urnIn(value: RestliValue, place: string): string {
  if (typeof value !== 'string' || !value.startsWith('urn:li:')) throw badParam(place)
  const [, , kind = ''] = value.split(':')
  if (idOf(kind, value) === undefined) throw badParam(place)
  return value
}

function daysIn(request: RestRequest, today: number): { from: number; until: number } {
  const range = request.params['dateRange']
  if (typeof range !== 'object' || Array.isArray(range)) throw badParam('dateRange')
  const { start, end } = range as Readonly<Record<string, RestliValue | undefined>>
  const from = dayIn(start, 'dateRange/start')
  const until = end === undefined ? today : dayIn(end, 'dateRange/end')
  if (until < from) throw badParam('dateRange')
  return { from, until }
}

function dayIn(value: RestliValue | undefined, place: string): number {
  if (typeof value !== 'object' || Array.isArray(value)) throw badParam(place)
  const [year, month, day] = ['year', 'month', 'day'].map((name) => {
    // A record's members; it was just seen that it is one.
    const part = (value as Readonly<Record<string, RestliValue | undefined>>)[name]
    return typeof part === 'string' && /^\d{1,4}$/.test(part) ? Number(part) : Number.NaN
  })
  const instant = Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0)
  if (Number.isNaN(instant) || new Date(instant).getUTCDate() !== day) throw badParam(place)
  return instant / 86_400_000
}
