// Rows of an insights response: metrics are computed per ad and added up to the requested level.

import { type DeliveryKind, emptyCells } from '../../delivery/delivery.ts'
import { zoneOf } from '../../delivery/zone.ts'
import { invalid } from '../errors.ts'
import { type Filter, passes, readFilters } from '../graph/filtering.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import type { AdAccount, Campaign } from '../state.ts'
import { adSetStatus, adStatus, campaignStatus, namedFilters } from '../status.ts'
import { attributionWindows, type Row, rowKind } from './measures.ts'
import { type Period, readPeriods } from './periods.ts'
import { type CountedAd, kindOf, openPools } from './pools.ts'

export type Level = 'account' | 'campaign' | 'adset' | 'ad'

/** The scope of a query: a node, and the campaigns that contain its ads. */
export interface Ground {
  readonly level: Level
  readonly account: AdAccount
  readonly campaigns: readonly Campaign[]
  readonly adSet?: string
  readonly ad?: string
  readonly node: string
}

const levels: readonly Level[] = ['account', 'campaign', 'adset', 'ad']

const objectFilters = [
  'campaign.id',
  'adset.id',
  'ad.id',
  ...namedFilters,
  'campaign.delivery_status',
  'objective',
  'campaign.objective',
]
const numberFilters = ['spend', 'impressions', 'clicks', 'reach', 'ctr', 'cpc', 'cpm', 'frequency']

/** Limit of rows in one call. Report runs have no limit. */
const mostRows = 20_000

export interface InsightQuery {
  readonly ground: Ground
  readonly level: Level
  readonly ads: readonly CountedAd[]
  readonly periods: readonly Period[]
  readonly windows: readonly string[]
  readonly filters: readonly Filter[]
  readonly order: readonly { readonly field: string; readonly sign: 1 | -1 }[]
}

/** Parses and validates a query without computing metrics. */
export function readQuery(ground: Ground, request: GraphRequest, params: Params): InsightQuery {
  const level = levelOf(ground, params)
  const filters = readFilters(params, [...objectFilters, ...numberFilters])
  const windows = params.choices('action_attribution_windows', attributionWindows) ?? []
  const order = readOrder(params)
  if (
    (params.list('breakdowns') ?? []).length > 0 ||
    (params.list('action_breakdowns') ?? []).some((each) => each !== 'action_type')
  ) {
    throw invalid('Param breakdowns must be empty: the sandbox does not break results down.', {
      blame: ['breakdowns'],
    })
  }
  const ads = ground.campaigns
    .flatMap((campaign) => openPools(request.exchange.state, ground.account, campaign, ground))
    .filter((counted) => !leftOut(counted, ground, level, filters, request))
    .filter((counted) =>
      filters.every(
        ({ field, ...filter }) =>
          numberFilters.includes(field) || passes({ field, ...filter }, attribute(field, counted, request)),
      ),
    )
  const zone = zoneOf(ground.account.timeZone)
  const firstDelivery = ads.reduce(
    (first, { ledger }) => Math.min(first, ledger.firstDay),
    Number.POSITIVE_INFINITY,
  )
  const periods = readPeriods(params, { today: zone.dayOf(request.now), firstDelivery })
  return { ground, level, ads, periods, windows, filters, order }
}

/**
 * Computes the rows of a query. A direct call with too many rows is refused, and a report run accepts them.
 */
export function insightRows(query: InsightQuery, request: GraphRequest, patient: boolean): Row[] {
  const { ground, level, ads, periods, windows, filters } = query
  if (!patient && periods.length * (level === 'ad' ? ads.length : 1) > mostRows) {
    throw invalid('Invalid parameter', {
      subcode: 1487534,
      userTitle: 'Please reduce the amount of data',
      userMessage:
        'The query asks for more data than can be returned in one call. Use a smaller range or fewer fields.',
    })
  }
  const rows = periods.flatMap((period) =>
    countPeriod(ground.account, ads, level, period, windows, request.now),
  )
  const numeric = filters.filter((filter) => numberFilters.includes(filter.field))
  const passing = rows.filter((row) =>
    numeric.every((filter) => passes(filter, Number(read(row, filter.field, request)))),
  )
  return sorted(passing, query, request)
}

/**
 * Deleted objects have no row of their own below another object, unless a filter names their status. The sums
 * of their parents still include them.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
function leftOut(
  counted: CountedAd,
  ground: Ground,
  level: Level,
  filters: readonly Filter[],
  request: GraphRequest,
): boolean {
  const status = `${level}.effective_status`
  if (level === ground.level || filters.some(({ field }) => field === status)) return false
  return attribute(status, counted, request) === 'DELETED'
}

function levelOf(ground: Ground, params: Params): Level {
  // `choice` returns only values of the list.
  const level = (params.choice('level', levels) ?? ground.level) as Level
  if (levels.indexOf(level) < levels.indexOf(ground.level)) {
    throw invalid(`Param level must not be above the object it is asked of (${ground.level})`, {
      blame: ['level'],
    })
  }
  return level
}

function countPeriod(
  account: AdAccount,
  ads: readonly CountedAd[],
  level: Level,
  period: Period,
  windows: readonly string[],
  now: number,
): Row[] {
  const rows = new Map<string, Row & { readonly byKind: Map<DeliveryKind, Float64Array> }>()
  const cells = emptyCells()
  for (const counted of ads) {
    const { ad, adSet, campaign } = counted
    cells.fill(0)
    counted.ledger.add(counted.index, period.from, period.until, now, cells)
    if (cells[1] === 0) continue
    const key =
      level === 'ad' ? ad.id : level === 'adset' ? adSet.id : level === 'campaign' ? campaign.id : account.id
    let row = rows.get(key)
    if (row === undefined) {
      row = {
        account,
        ...(level === 'account' ? {} : { campaign }),
        ...(level === 'adset' || level === 'ad' ? { adSet } : {}),
        ...(level === 'ad' ? { ad } : {}),
        period,
        total: emptyCells(),
        byKind: new Map(),
        windows,
        worked: {},
      }
      rows.set(key, row)
    }
    add(row.total, cells)
    // Below the account level, all ads of a row have one kind, so both sums share one array.
    const kind = kindOf(campaign)
    const ofKind = row.byKind.get(kind) ?? (level === 'account' ? emptyCells() : row.total)
    row.byKind.set(kind, ofKind)
    if (ofKind !== row.total) add(ofKind, cells)
  }
  return [...rows.values()]
}

function add(sum: Float64Array, cells: Float64Array): void {
  for (let cell = 0; cell < cells.length; cell++) sum[cell] = (sum[cell] ?? 0) + (cells[cell] ?? 0)
}

function attribute(
  field: string,
  { ad, adSet, campaign }: CountedAd,
  request: GraphRequest,
): string | undefined {
  switch (field) {
    case 'campaign.id':
      return campaign.id
    case 'adset.id':
      return adSet.id
    case 'ad.id':
      return ad.id
    case 'campaign.name':
      return campaign.name
    case 'adset.name':
      return adSet.name
    case 'ad.name':
      return ad.name
    case 'campaign.effective_status':
    case 'campaign.delivery_status':
      return campaignStatus(campaign)
    case 'adset.effective_status':
      return adSetStatus(request.social, adSet)
    case 'ad.effective_status':
      return adStatus(request.social, ad, request.now)
    default:
      return campaign.objective
  }
}

const noParams = new Params(new Map())

function read(row: Row, field: string, request: GraphRequest): unknown {
  return rowKind.fields[field]?.(row, request, noParams)
}

/** Parses `sort=["spend_descending"]`. */
function readOrder(params: Params): { field: string; sign: 1 | -1 }[] {
  return (params.list('sort') ?? []).map((entry) => {
    const [, field = '', direction] = /^(\w+)_(ascending|descending)$/.exec(entry) ?? []
    if (!Object.hasOwn(rowKind.fields, field)) {
      throw invalid(`Param sort must name a field and a direction - got "${entry}".`, { blame: ['sort'] })
    }
    return { field, sign: direction === 'ascending' ? 1 : -1 }
  })
}

function sorted(rows: Row[], { order }: InsightQuery, request: GraphRequest): Row[] {
  if (order.length === 0) return rows
  return rows.toSorted((a, b) => {
    for (const { field, sign } of order) {
      const [left, right] = [read(a, field, request), read(b, field, request)]
      const difference =
        Number(left ?? 0) - Number(right ?? 0) || String(left).localeCompare(String(right), 'en')
      if (difference !== 0 && !Number.isNaN(difference)) return difference * sign
    }
    return 0
  })
}
