// Builds the pools of the delivery model from an account and its history: ads, budgets and run times.

import type { State } from '../../core/state.ts'
import {
  createCells,
  type DeliveryLedger,
  type OnOffChange,
  openDeliveryLedger,
  type PoolAd,
} from '../../delivery/delivery.ts'
import { createLedgerCaches } from '../../delivery/ledgerCache.ts'
import { hashText } from '../../delivery/seededRandom.ts'
import { getZone, parseIsoDay } from '../../delivery/zone.ts'
import { billableUnitMicros } from './catalog/currencies.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount, SearchState } from './state.ts'
import { asString, getAtPath, type WireObject } from './wire.ts'

const ledgerCacheFor = createLedgerCaches<SearchState>(4_000_000)

export interface AccountDelivery {
  /** The ledger that contains an ad's metrics, and the ad's index in the ledger. */
  readonly adLedgers: ReadonlyMap<string, { readonly ledger: DeliveryLedger; readonly index: number }>
  /** Names of the ads, by ad group and by campaign. */
  readonly adNamesByAdGroup: ReadonlyMap<string, readonly string[]>
  readonly adNamesByCampaign: ReadonlyMap<string, readonly string[]>
}

const deliveriesByAccount = new WeakMap<AdsAccount, { revision: number; delivery: AccountDelivery }>()

export function getDelivery(state: State, customerId: string, account: AdsAccount): AccountDelivery {
  const cached = deliveriesByAccount.get(account)
  if (cached !== undefined && cached.revision === account.revision) return cached.delivery
  const delivery = buildDelivery(state, customerId, account)
  deliveriesByAccount.set(account, { revision: account.revision, delivery })
  return delivery
}

function buildDelivery(state: State, customerId: string, account: AdsAccount): AccountDelivery {
  const adNamesByAdGroup = new Map<string, string[]>()
  const adNamesByCampaign = new Map<string, string[]>()
  const poolAdsByBudget = new Map<string, { name: string; ad: PoolAd; start: number }[]>()
  for (const adGroupAd of Object.values(account.resources['ad_group_ad'] ?? {})) {
    const name = asString(adGroupAd['resourceName'])
    const adGroup = account.resources['ad_group']?.[asString(adGroupAd['adGroup'])]
    const campaign = account.resources['campaign']?.[asString(adGroup?.['campaign'])]
    if (adGroup === undefined || campaign === undefined) continue
    appendTo(adNamesByAdGroup, asString(adGroup['resourceName']), name)
    appendTo(adNamesByCampaign, asString(campaign['resourceName']), name)
    const [start, end] = campaignRuntime(campaign, account)
    const createdAt = account.history[name]?.[0]?.[0] ?? start
    appendTo(poolAdsByBudget, asString(campaign['campaignBudget']), {
      name,
      start,
      ad: {
        id: asString(getAtPath(adGroupAd, ['ad', 'id'])),
        switches: buildOnOffChanges(account, campaign, adGroup, adGroupAd),
        // The platform reviews a new ad for a while, and the ad does not run before the review ends.
        start: Math.max(start, createdAt + 20 * 60_000),
        ...(end === undefined ? {} : { end }),
        video: false,
      },
    })
  }
  const ledgerCache = ledgerCacheFor(state.search)
  const adLedgers = new Map<string, { ledger: DeliveryLedger; index: number }>()
  const currency = asString(account.customer['currencyCode'])
  const unit = Number(billableUnitMicros(currency))
  for (const [budget, poolAds] of poolAdsByBudget) {
    const ledger = ledgerCache.getOrOpen(`${customerId}/${budget}`, String(account.revision), () =>
      openDeliveryLedger(state.seed, {
        id: budget,
        kind: 'search',
        timeZone: asString(account.customer['timeZone']),
        start: Math.min(...poolAds.map(({ start }) => start)),
        unitsPerEuro: unitsPerEuro[currency] ?? 100,
        budget: (account.history[budget] ?? []).map(([changedAt, micros]) => ({
          at: changedAt,
          daily: Math.floor(Number(micros) / unit),
        })),
        ads: poolAds.map(({ ad }) => ad),
        conversionLagDays,
      }),
    )
    for (const [index, { name }] of poolAds.entries()) adLedgers.set(name, { ledger, index })
  }
  return { adLedgers, adNamesByAdGroup, adNamesByCampaign }
}

/**
 * The default window of a conversion action.
 * https://developers.google.com/google-ads/api/docs/conversions/reporting
 */
const conversionLagDays = 30

/** The number of the smallest billable units that equal about one euro. */
const unitsPerEuro: Readonly<Record<string, number>> = { EUR: 100, USD: 108, GBP: 86, JPY: 163, CHF: 95 }

function appendTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, [item])
  else items.push(item)
}

function campaignRuntime(campaign: WireObject, account: AdsAccount): [number, number | undefined] {
  const zone = getZone(asString(account.customer['timeZone']))
  const first = parseIsoDay(asString(campaign['startDateTime']).slice(0, 10))
  const last = parseIsoDay(asString(campaign['endDateTime']).slice(0, 10))
  return [
    first === undefined ? 0 : zone.startOfDay(first),
    last === undefined ? undefined : zone.startOfDay(last + 1),
  ]
}

/** An ad runs while the ad, its ad group and its campaign are enabled. */
function buildOnOffChanges(account: AdsAccount, ...resources: readonly WireObject[]): OnOffChange[] {
  const changes = resources.flatMap((resource, owner) =>
    (account.history[asString(resource['resourceName'])] ?? []).map(([instant, value]) => ({
      at: instant,
      owner,
      on: value === 'ENABLED',
    })),
  )
  changes.sort((left, right) => left.at - right.at)
  const enabledFlags = resources.map(() => false)
  const onOffChanges: OnOffChange[] = []
  let wasRunning = false
  for (const change of changes) {
    enabledFlags[change.owner] = change.on
    const isRunning = enabledFlags.every(Boolean)
    if (isRunning === wasRunning) continue
    wasRunning = isRunning
    onOffChanges.push({ at: change.at, on: isRunning })
  }
  return onOffChanges
}

/** Returns the ads whose metrics belong to a resource, or undefined for keywords, which have no ads. */
export function listAdNames(
  delivery: AccountDelivery,
  kind: ResourceKind,
  resource: WireObject,
): readonly string[] | undefined {
  const name = asString(resource['resourceName'])
  switch (kind.name) {
    case 'customer':
      return [...delivery.adLedgers.keys()]
    case 'campaign':
      return delivery.adNamesByCampaign.get(name) ?? []
    case 'ad_group':
      return delivery.adNamesByAdGroup.get(name) ?? []
    case 'ad_group_ad':
      return [name]
    default:
      return undefined
  }
}

export type MetricCounter = (from: number, until: number, target: Float64Array) => void

export function createCounter(
  delivery: AccountDelivery,
  account: AdsAccount,
  kind: ResourceKind,
  resource: WireObject,
  now: number,
): MetricCounter {
  const ads = listAdNames(delivery, kind, resource)
  const count = (names: Iterable<string>) => createAdCounter(delivery, names, now)
  return ads === undefined ? createKeywordCounter(delivery, account, resource, count) : count(ads)
}

export function createAdCounter(
  delivery: AccountDelivery,
  names: Iterable<string>,
  now: number,
): MetricCounter {
  const adLedgers = [...names].flatMap((ad) => delivery.adLedgers.get(ad) ?? [])
  return (from, until, target) => {
    for (const { ledger, index } of adLedgers) ledger.add(index, from, until, now, target)
  }
}

/** Divides the delivery of an ad group among its keywords, day by day and without remainder. */
function createKeywordCounter(
  delivery: AccountDelivery,
  account: AdsAccount,
  view: WireObject,
  count: (names: Iterable<string>) => MetricCounter,
): MetricCounter {
  const criterionName = asString(view['adGroupCriterion'])
  const adGroup = asString(account.resources['ad_group_criterion']?.[criterionName]?.['adGroup'])
  const keywords = Object.values(account.resources['ad_group_criterion'] ?? {}).filter(
    (criterion) =>
      criterion['adGroup'] === adGroup &&
      criterion['keyword'] !== undefined &&
      criterion['negative'] !== true,
  )
  const weights = keywords.map((criterion) => 1 + (hashText(asString(criterion['resourceName'])) % 40))
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const index = keywords.findIndex((criterion) => criterion['resourceName'] === criterionName)
  const weightBelow = weights.slice(0, index).reduce((sum, weight) => sum + weight, 0)
  const weightUpTo = weightBelow + (weights[index] ?? 0)
  const countAdGroup = count(delivery.adNamesByAdGroup.get(adGroup) ?? [])
  return (from, until, target) => {
    for (let day = from; day <= until; day++) {
      const cells = createCells()
      countAdGroup(day, day, cells)
      for (const [cell, value] of cells.entries()) {
        const share =
          Math.floor((value * weightUpTo) / totalWeight) - Math.floor((value * weightBelow) / totalWeight)
        target[cell] = (target[cell] ?? 0) + share
      }
    }
  }
}
