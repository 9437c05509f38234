// Divides conversions by the category of their conversion action, for queries that select the category.

import { createCells, toDeliveryTotals } from '../../delivery/delivery.ts'
import {
  type AccountDelivery,
  createAdCounter,
  createCounter,
  listAdNames,
  type MetricCounter,
} from './deliveries.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { asString, type WireObject } from './wire.ts'

export function hasCategorySegment({ segments }: CompiledQuery): boolean {
  return segments.some(({ name }) => name === 'segments.conversion_action_category')
}

interface ConversionTotals {
  conversions: number
  value: number
}

type DayRanges = readonly (readonly [from: number, until: number])[]

/** Counts conversions by category. The division is per ad and per day, so that all sums agree. */
export function createCategoryCounter(
  delivery: AccountDelivery,
  account: AdsAccount,
  kind: ResourceKind,
  resource: WireObject,
  now: number,
): (dayRanges: DayRanges) => ReadonlyMap<string, ConversionTotals> {
  const ads = listAdNames(delivery, kind, resource)
  const counters = ads?.map((ad) => createAdCounter(delivery, [ad], now)) ?? [
    createCounter(delivery, account, kind, resource, now),
  ]
  const categories = listCategories(account)
  return (dayRanges) => {
    const sums = new Map<string, ConversionTotals>()
    for (const count of counters)
      for (const [from, until] of dayRanges)
        for (let day = from; day <= until; day++) distributeConversions(count, day, categories, sums)
    return sums
  }
}

function distributeConversions(
  count: MetricCounter,
  day: number,
  categories: readonly string[],
  sums: Map<string, ConversionTotals>,
): void {
  const cells = createCells()
  count(day, day, cells)
  const { conversions, value } = toDeliveryTotals(cells)
  if (conversions === 0) return
  for (const [index, category] of categories.entries()) {
    // The remainder rotates by day. Otherwise the first category would never get it.
    const slot = (index + day) % categories.length
    const cumulativeShare = (slots: number) => Math.floor((conversions * slots) / categories.length)
    const share = cumulativeShare(slot + 1) - cumulativeShare(slot)
    if (share === 0) continue
    const sum = sums.get(category) ?? { conversions: 0, value: 0 }
    sum.conversions += share
    sum.value += (value * share) / conversions
    sums.set(category, sum)
  }
}

/** Returns the categories of the counting actions. An account without actions counts under DEFAULT. */
function listCategories(account: AdsAccount): readonly string[] {
  const countedActions = Object.values(account.resources['conversion_action'] ?? {}).filter(
    (action) => action['status'] === 'ENABLED' && action['includeInConversionsMetric'] === true,
  )
  const categories = [...new Set(countedActions.map((action) => asString(action['category'])))].sort()
  return categories.length > 0 ? categories : ['DEFAULT']
}
