// Rows of an insights response: metrics are computed per ad and added up to the requested level.

import { createCells, type DeliveryKind } from '../../../delivery/delivery.ts'
import { getZone } from '../../../delivery/zone.ts'
import { invalidParameter } from '../errors.ts'
import { type Filter, matchesFilter, readFilters } from '../graph/filtering.ts'
import { type GraphRequest, Params } from '../graph/request.ts'
import type { AdAccount, Campaign } from '../state.ts'
import {
  effectiveAdSetStatus,
  effectiveAdStatus,
  effectiveCampaignStatus,
  nameAndStatusFilters,
} from '../status.ts'
import { type Period, readPeriods } from './periods.ts'
import { type AdWithLedger, openPools, toDeliveryKind } from './pools.ts'
import { attributionWindows, type InsightRow, insightRowKind } from './rowFields.ts'

export type InsightLevel = 'account' | 'campaign' | 'adset' | 'ad'

/** The scope of a query: a node, and the campaigns that contain its ads. */
export interface QueryScope {
  readonly level: InsightLevel
  readonly account: AdAccount
  readonly campaigns: readonly Campaign[]
  readonly adSet?: string
  readonly ad?: string
  readonly node: string
}

const levels: readonly InsightLevel[] = ['account', 'campaign', 'adset', 'ad']

const objectFilters = [
  'campaign.id',
  'adset.id',
  'ad.id',
  ...nameAndStatusFilters,
  'campaign.delivery_status',
  'objective',
  'campaign.objective',
]
const numberFilters = ['spend', 'impressions', 'clicks', 'reach', 'ctr', 'cpc', 'cpm', 'frequency']

/** Limit of rows in one call. Report runs have no limit. */
const maxRows = 20_000

export interface InsightQuery {
  readonly scope: QueryScope
  readonly level: InsightLevel
  readonly ads: readonly AdWithLedger[]
  readonly periods: readonly Period[]
  readonly windows: readonly string[]
  readonly filters: readonly Filter[]
  readonly order: readonly { readonly field: string; readonly sign: 1 | -1 }[]
}

/** Parses and validates a query without computing metrics. */
export function readQuery(scope: QueryScope, request: GraphRequest, params: Params): InsightQuery {
  const level = readLevel(scope, params)
  const filters = readFilters(params, [...objectFilters, ...numberFilters])
  const windows = params.choices('action_attribution_windows', attributionWindows) ?? []
  const order = readOrder(params)
  if (
    (params.list('breakdowns') ?? []).length > 0 ||
    (params.list('action_breakdowns') ?? []).some((each) => each !== 'action_type')
  ) {
    throw invalidParameter('Param breakdowns must be empty: the sandbox does not break results down.', {
      blame: ['breakdowns'],
    })
  }
  const ads = scope.campaigns
    .flatMap((campaign) => openPools(request.exchange.state, scope.account, campaign, scope))
    .filter((adWithLedger) => !isExcluded(adWithLedger, scope, level, filters, request))
    .filter((adWithLedger) =>
      filters.every(
        ({ field, ...filter }) =>
          numberFilters.includes(field) ||
          matchesFilter({ field, ...filter }, attributeValue(field, adWithLedger, request)),
      ),
    )
  const zone = getZone(scope.account.timeZone)
  const firstDelivery = ads.reduce(
    (first, { ledger }) => Math.min(first, ledger.firstDay),
    Number.POSITIVE_INFINITY,
  )
  const periods = readPeriods(params, { today: zone.dayAt(request.now), firstDelivery })
  return { scope, level, ads, periods, windows, filters, order }
}

/**
 * Computes the rows of a query. A direct call with too many rows is refused, and a report run accepts them.
 */
export function insightRows(query: InsightQuery, request: GraphRequest, isReportRun: boolean): InsightRow[] {
  const { scope, level, ads, periods, windows, filters } = query
  if (!isReportRun && periods.length * (level === 'ad' ? ads.length : 1) > maxRows) {
    throw invalidParameter('Invalid parameter', {
      subcode: 1487534,
      userTitle: 'Please reduce the amount of data',
      userMessage:
        'The query asks for more data than can be returned in one call. Use a smaller range or fewer fields.',
    })
  }
  const rows = periods.flatMap((period) =>
    countPeriod(scope.account, ads, level, period, windows, request.now),
  )
  const numberConditions = filters.filter((filter) => numberFilters.includes(filter.field))
  const matchingRows = rows.filter((row) =>
    numberConditions.every((filter) => matchesFilter(filter, Number(readMetric(row, filter.field, request)))),
  )
  return sortRows(matchingRows, query, request)
}

/**
 * Deleted objects have no row of their own below another object, unless a filter names their status. The sums
 * of their parents still include them.
 * https://developers.facebook.com/docs/marketing-api/best-practices/manage-your-ad-object-status
 */
function isExcluded(
  adWithLedger: AdWithLedger,
  scope: QueryScope,
  level: InsightLevel,
  filters: readonly Filter[],
  request: GraphRequest,
): boolean {
  const status = `${level}.effective_status`
  if (level === scope.level || filters.some(({ field }) => field === status)) return false
  return attributeValue(status, adWithLedger, request) === 'DELETED'
}

function readLevel(scope: QueryScope, params: Params): InsightLevel {
  // `choice` returns only values of the list.
  const level = (params.choice('level', levels) ?? scope.level) as InsightLevel
  if (levels.indexOf(level) < levels.indexOf(scope.level)) {
    throw invalidParameter(`Param level must not be above the object it is asked of (${scope.level})`, {
      blame: ['level'],
    })
  }
  return level
}

function countPeriod(
  account: AdAccount,
  ads: readonly AdWithLedger[],
  level: InsightLevel,
  period: Period,
  windows: readonly string[],
  now: number,
): InsightRow[] {
  const rows = new Map<string, InsightRow & { readonly byKind: Map<DeliveryKind, Float64Array> }>()
  const cells = createCells()
  for (const adWithLedger of ads) {
    const { ad, adSet, campaign } = adWithLedger
    cells.fill(0)
    adWithLedger.ledger.add(adWithLedger.index, period.from, period.until, now, cells)
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
        total: createCells(),
        byKind: new Map(),
        windows,
        cache: {},
      }
      rows.set(key, row)
    }
    addCells(row.total, cells)
    // Below the account level, all ads of a row have one kind, so both sums share one array.
    const kind = toDeliveryKind(campaign)
    const kindTotal = row.byKind.get(kind) ?? (level === 'account' ? createCells() : row.total)
    row.byKind.set(kind, kindTotal)
    if (kindTotal !== row.total) addCells(kindTotal, cells)
  }
  return [...rows.values()]
}

function addCells(sum: Float64Array, cells: Float64Array): void {
  for (let cell = 0; cell < cells.length; cell++) sum[cell] = (sum[cell] ?? 0) + (cells[cell] ?? 0)
}

function attributeValue(
  field: string,
  { ad, adSet, campaign }: AdWithLedger,
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
      return effectiveCampaignStatus(campaign)
    case 'adset.effective_status':
      return effectiveAdSetStatus(request.social, adSet)
    case 'ad.effective_status':
      return effectiveAdStatus(request.social, ad, request.now)
    default:
      return campaign.objective
  }
}

const noParams = new Params(new Map())

function readMetric(row: InsightRow, field: string, request: GraphRequest): unknown {
  return insightRowKind.fields[field]?.(row, request, noParams)
}

/** Parses `sort=["spend_descending"]`. */
function readOrder(params: Params): { field: string; sign: 1 | -1 }[] {
  return (params.list('sort') ?? []).map((entry) => {
    const [, field = '', direction] = /^(\w+)_(ascending|descending)$/.exec(entry) ?? []
    if (!Object.hasOwn(insightRowKind.fields, field)) {
      throw invalidParameter(`Param sort must name a field and a direction - got "${entry}".`, {
        blame: ['sort'],
      })
    }
    return { field, sign: direction === 'ascending' ? 1 : -1 }
  })
}

function sortRows(rows: InsightRow[], { order }: InsightQuery, request: GraphRequest): InsightRow[] {
  if (order.length === 0) return rows
  return rows.toSorted((a, b) => {
    for (const { field, sign } of order) {
      const [left, right] = [readMetric(a, field, request), readMetric(b, field, request)]
      const difference =
        Number(left ?? 0) - Number(right ?? 0) || String(left).localeCompare(String(right), 'en')
      if (difference !== 0 && !Number.isNaN(difference)) return difference * sign
    }
    return 0
  })
}
