// Conversions by the kind of action that they were, where a query asks for that.

import { emptyCells, tallyOf } from '../delivery/delivery.ts'
import { adCounter, adsOf, type Counter, counterOf, type Delivery } from './deliveries.ts'
import type { CompiledQuery } from './gaql/compile.ts'
import type { ResourceKind } from './resources.ts'
import type { AdsAccount } from './state.ts'
import { text, type Wire } from './wire.ts'

export function asksForCategories({ segments }: CompiledQuery): boolean {
  return segments.some(({ name }) => name === 'segments.conversion_action_category')
}

interface Conversions {
  conversions: number
  value: number
}

type Runs = readonly (readonly [from: number, until: number])[]

/** What was counted in the days of the runs, by category. Shared out ad by ad and day by day, so that all sums agree. */
export function categoryCounter(
  delivery: Delivery,
  account: AdsAccount,
  kind: ResourceKind,
  resource: Wire,
  now: number,
): (runs: Runs) => ReadonlyMap<string, Conversions> {
  const ads = adsOf(delivery, kind, resource)
  const counters = ads?.map((ad) => adCounter(delivery, [ad], now)) ?? [
    counterOf(delivery, account, kind, resource, now),
  ]
  const categories = categoriesOf(account)
  return (runs) => {
    const sums = new Map<string, Conversions>()
    for (const count of counters)
      for (const [from, until] of runs)
        for (let day = from; day <= until; day++) shareOut(count, day, categories, sums)
    return sums
  }
}

function shareOut(
  count: Counter,
  day: number,
  categories: readonly string[],
  sums: Map<string, Conversions>,
): void {
  const cells = emptyCells()
  count(day, day, cells)
  const { conversions, value } = tallyOf(cells)
  if (conversions === 0) return
  for (const [index, category] of categories.entries()) {
    // The day decides who gets the remainder, or the first category would always go without.
    const turn = (index + day) % categories.length
    const upTo = (place: number) => Math.floor((conversions * place) / categories.length)
    const share = upTo(turn + 1) - upTo(turn)
    if (share === 0) continue
    const sum = sums.get(category) ?? { conversions: 0, value: 0 }
    sum.conversions += share
    sum.value += (value * share) / conversions
    sums.set(category, sum)
  }
}

/** Of the actions that count; what an account without any counts has no category. */
function categoriesOf(account: AdsAccount): readonly string[] {
  const counting = Object.values(account.resources['conversion_action'] ?? {}).filter(
    (action) => action['status'] === 'ENABLED' && action['includeInConversionsMetric'] === true,
  )
  const found = [...new Set(counting.map((action) => text(action['category'])))].sort()
  return found.length > 0 ? found : ['DEFAULT']
}
