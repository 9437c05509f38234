// Which ad delivers on which budget and when: the pools the delivery model works on, made from an account and its history.

import type { State } from '../core/state.ts'
import { textHash } from '../delivery/chance.ts'
import { emptyCells, type Ledger, openLedger, type PoolAd, type Switch } from '../delivery/delivery.ts'
import { shelvesBeside } from '../delivery/shelves.ts'
import { dayOfText, zoneOf } from '../delivery/zone.ts'
import { billableUnitMicros } from './catalogue/currencies.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount, SearchState } from './state.ts'
import { at, text, type Wire } from './wire.ts'

const shelfOf = shelvesBeside<SearchState>(4_000_000)

export interface Delivery {
  /** The ledger an ad's numbers are in, and its place there. */
  readonly ads: ReadonlyMap<string, { readonly ledger: Ledger; readonly index: number }>
  /** Names of the ads of an ad group, and of a campaign. */
  readonly byAdGroup: ReadonlyMap<string, readonly string[]>
  readonly byCampaign: ReadonlyMap<string, readonly string[]>
}

const deliveries = new WeakMap<AdsAccount, { revision: number; delivery: Delivery }>()

export function deliveryOf(state: State, customerId: string, account: AdsAccount): Delivery {
  const known = deliveries.get(account)
  if (known !== undefined && known.revision === account.revision) return known.delivery
  const delivery = buildDelivery(state, customerId, account)
  deliveries.set(account, { revision: account.revision, delivery })
  return delivery
}

function buildDelivery(state: State, customerId: string, account: AdsAccount): Delivery {
  const byAdGroup = new Map<string, string[]>()
  const byCampaign = new Map<string, string[]>()
  const pools = new Map<string, { name: string; ad: PoolAd; start: number }[]>()
  for (const adGroupAd of Object.values(account.resources['ad_group_ad'] ?? {})) {
    const name = text(adGroupAd['resourceName'])
    const adGroup = account.resources['ad_group']?.[text(adGroupAd['adGroup'])]
    const campaign = account.resources['campaign']?.[text(adGroup?.['campaign'])]
    if (adGroup === undefined || campaign === undefined) continue
    push(byAdGroup, text(adGroup['resourceName']), name)
    push(byCampaign, text(campaign['resourceName']), name)
    const [start, end] = runtimeOf(campaign, account)
    const made = account.history[name]?.[0]?.[0] ?? start
    push(pools, text(campaign['campaignBudget']), {
      name,
      start,
      ad: {
        id: text(at(adGroupAd, ['ad', 'id'])),
        switches: switchesOf(account, campaign, adGroup, adGroupAd),
        // The first look at a new ad takes a while, and it does not run before.
        start: Math.max(start, made + 20 * 60_000),
        ...(end === undefined ? {} : { end }),
        video: false,
      },
    })
  }
  const shelf = shelfOf(state.search)
  const ads = new Map<string, { ledger: Ledger; index: number }>()
  const currency = text(account.customer['currencyCode'])
  const unit = Number(billableUnitMicros(currency))
  for (const [budget, members] of pools) {
    const ledger = shelf.take(`${customerId}/${budget}`, String(account.revision), () =>
      openLedger(state.seed, {
        id: budget,
        kind: 'search',
        timeZone: text(account.customer['timeZone']),
        start: Math.min(...members.map(({ start }) => start)),
        unitsPerEuro: unitsPerEuro[currency] ?? 100,
        budget: (account.history[budget] ?? []).map(([changedAt, micros]) => ({
          at: changedAt,
          daily: Math.floor(Number(micros) / unit),
        })),
        ads: members.map(({ ad }) => ad),
        settleDays,
      }),
    )
    for (const [index, { name }] of members.entries()) ads.set(name, { ledger, index })
  }
  return { ads, byAdGroup, byCampaign }
}

/** The usual window of a conversion action. https://developers.google.com/google-ads/api/docs/conversions/reporting */
const settleDays = 30

/** How many of the smallest billable amounts make about a euro. */
const unitsPerEuro: Readonly<Record<string, number>> = { EUR: 100, USD: 108, GBP: 86, JPY: 163, CHF: 95 }

function push<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key)
  if (items === undefined) map.set(key, [item])
  else items.push(item)
}

function runtimeOf(campaign: Wire, account: AdsAccount): [number, number | undefined] {
  const zone = zoneOf(text(account.customer['timeZone']))
  const first = dayOfText(text(campaign['startDateTime']).slice(0, 10))
  const last = dayOfText(text(campaign['endDateTime']).slice(0, 10))
  return [
    first === undefined ? 0 : zone.startOf(first),
    last === undefined ? undefined : zone.startOf(last + 1),
  ]
}

/** An ad runs while it, its ad group and its campaign are enabled. */
function switchesOf(account: AdsAccount, ...resources: readonly Wire[]): Switch[] {
  const changes = resources.flatMap((resource, owner) =>
    (account.history[text(resource['resourceName'])] ?? []).map(([instant, value]) => ({
      at: instant,
      owner,
      on: value === 'ENABLED',
    })),
  )
  changes.sort((left, right) => left.at - right.at)
  const on = resources.map(() => false)
  const switches: Switch[] = []
  let running = false
  for (const change of changes) {
    on[change.owner] = change.on
    const now = on.every(Boolean)
    if (now === running) continue
    running = now
    switches.push({ at: change.at, on: now })
  }
  return switches
}

/** The ads whose numbers a resource has; keywords have none of their own. */
export function adsOf(delivery: Delivery, kind: ResourceKind, resource: Wire): readonly string[] | undefined {
  const name = text(resource['resourceName'])
  switch (kind.name) {
    case 'customer':
      return [...delivery.ads.keys()]
    case 'campaign':
      return delivery.byCampaign.get(name) ?? []
    case 'ad_group':
      return delivery.byAdGroup.get(name) ?? []
    case 'ad_group_ad':
      return [name]
    default:
      return undefined
  }
}

export type Counter = (from: number, until: number, into: Float64Array) => void

export function counterOf(
  delivery: Delivery,
  account: AdsAccount,
  kind: ResourceKind,
  resource: Wire,
  now: number,
): Counter {
  const ads = adsOf(delivery, kind, resource)
  const count = (names: Iterable<string>) => adCounter(delivery, names, now)
  return ads === undefined ? keywordCounter(delivery, account, resource, count) : count(ads)
}

export function adCounter(delivery: Delivery, names: Iterable<string>, now: number): Counter {
  const members = [...names].flatMap((ad) => delivery.ads.get(ad) ?? [])
  return (from, until, into) => {
    for (const { ledger, index } of members) ledger.add(index, from, until, now, into)
  }
}

/** Keywords share what their ad group delivered, day by day and without remainder. */
function keywordCounter(
  delivery: Delivery,
  account: AdsAccount,
  view: Wire,
  count: (names: Iterable<string>) => Counter,
): Counter {
  const own = text(view['adGroupCriterion'])
  const adGroup = text(account.resources['ad_group_criterion']?.[own]?.['adGroup'])
  const keywords = Object.values(account.resources['ad_group_criterion'] ?? {}).filter(
    (criterion) =>
      criterion['adGroup'] === adGroup &&
      criterion['keyword'] !== undefined &&
      criterion['negative'] !== true,
  )
  const weights = keywords.map((criterion) => 1 + (textHash(text(criterion['resourceName'])) % 40))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const index = keywords.findIndex((criterion) => criterion['resourceName'] === own)
  const below = weights.slice(0, index).reduce((sum, weight) => sum + weight, 0)
  const upTo = below + (weights[index] ?? 0)
  const whole = count(delivery.byAdGroup.get(adGroup) ?? [])
  return (from, until, into) => {
    for (let day = from; day <= until; day++) {
      const cells = emptyCells()
      whole(day, day, cells)
      for (const [cell, value] of cells.entries()) {
        const share = Math.floor((value * upTo) / total) - Math.floor((value * below) / total)
        into[cell] = (into[cell] ?? 0) + share
      }
    }
  }
}
