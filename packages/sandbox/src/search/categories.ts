// Conversions by the kind of action that they were, where a query asks for that.

import { createCells, toDeliveryTotals } from '../delivery/delivery.ts'
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

export function requestsCategories({ segments }: CompiledQuery): boolean {
  return segments.some(({ name }) => name === 'segments.conversion_action_category')
}

interface ConversionTotals {
  conversions: number
  value: number
}

type DayRanges = readonly (readonly [from: number, until: number])[]

/** What was counted in the days of the runs, by category. Shared out ad by ad and day by day, so that all sums agree. */
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
    // The day decides who gets the remainder, or the first category would always go without.
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

/** Of the actions that count; what an account without any counts has no category. */
function listCategories(account: AdsAccount): readonly string[] {
  const countedActions = Object.values(account.resources['conversion_action'] ?? {}).filter(
    (action) => action['status'] === 'ENABLED' && action['includeInConversionsMetric'] === true,
  )
  const categories = [...new Set(countedActions.map((action) => asString(action['category'])))].sort()
  return categories.length > 0 ? categories : ['DEFAULT']
}
