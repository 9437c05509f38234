// The delivery model: the impressions, spend and results of each ad on each day. The model is a pure function
// of the seed, the ads, their budgets and their activations over time. It uses whole numbers, so that every
// sum equals the sum of its parts.
//
// Ads that share a budget form a pool. Within a day, every change of a budget or an activation starts a new
// segment of the pool's timeline. Each segment spends by the settings that applied in it. A change therefore
// affects only later delivery, and past delivery stays.

import {
  type BusyDay,
  computeCumulativeDayShare,
  computeDailySpendFactor,
  type DeliveryKind,
  ratesByKind,
} from './rates.ts'
import { hashText, mixHash, seededBetween, seededUnit } from './seededRandom.ts'
import { getZone, type Zone } from './zone.ts'

export type { DeliveryKind } from './rates.ts'

/** An ad is on or off from this instant. Before the first change, an ad is off. */
export interface OnOffChange {
  readonly at: number
  readonly on: boolean
}

/**
 * The budget from this instant, in the currency's smallest units. Before the first change, there is no
 * budget.
 */
export interface BudgetChange {
  readonly at: number
  readonly daily?: number
  /** Lifetime budget, spread over the time until `end`. */
  readonly lifetime?: number
  readonly end?: number
}

export interface PoolAd {
  readonly id: string
  /** Ordered by time. */
  readonly switches: readonly OnOffChange[]
  readonly start: number
  readonly end?: number
  readonly video: boolean
}

export interface Pool {
  readonly id: string
  readonly kind: DeliveryKind
  readonly timeZone: string
  readonly start: number
  /** Number of budget units that are worth about one euro: 100 for cents, 160 for yen. */
  readonly unitsPerEuro: number
  /** Ordered by time. */
  readonly budget: readonly BudgetChange[]
  readonly ads: readonly PoolAd[]
  /**
   * Number of days during which the reported conversions of a day still grow. Without it, all conversions are
   * reported at once.
   */
  readonly conversionLagDays?: number
  /**
   * In some weeks the platform spends up to three quarters above the daily budget on one day, and less on the
   * others.
   */
  readonly hasBusyDays?: boolean
}

/** The metrics, in the order of their cells. */
export const deliveryMetrics = [
  'spend',
  'impressions',
  'clicks',
  'linkClicks',
  'landings',
  'reactions',
  'comments',
  'shares',
  'saves',
  'follows',
  'steps',
  'conversions',
  'value',
  'videoPlays',
  'videoViews',
  'videoQuarter',
  'videoHalf',
  'videoThreeQuarters',
  'videoAlmost',
  'videoWhole',
  'videoThirtySeconds',
  'videoSeconds',
] as const

export type DeliveryMetric = (typeof deliveryMetrics)[number]
export type DeliveryTotals = Readonly<Record<DeliveryMetric, number>>

export function createCells(): Float64Array {
  return new Float64Array(deliveryMetrics.length)
}

export function toDeliveryTotals(cells: Float64Array): DeliveryTotals {
  const totals: Partial<Record<DeliveryMetric, number>> = {}
  deliveryMetrics.forEach((name, index) => {
    totals[name] = cells[index] ?? 0
  })
  // The loop above set every name of `deliveryMetrics`.
  return totals as DeliveryTotals
}

/**
 * Estimates how many people of an audience the impressions reach. The result never exceeds either, and is
 * less than the sum of its parts.
 */
export function computeReachedPeople(impressions: number, audience: number): number {
  if (impressions <= 0) return 0
  return Math.ceil((impressions * audience) / (impressions + audience))
}

export interface DeliveryLedger {
  /** Adds the delivery of one ad of the pool between two days (both included), as seen at an instant. */
  add(ad: number, from: number, until: number, now: number, target: Float64Array): void
  /** First day on which any ad of the pool can have delivered. */
  readonly firstDay: number
  /** Memory in use, in cells. */
  countCells(): number
}

interface RateSegment {
  readonly from: number
  /** Spend of a whole day per unit of weight during the segment. */
  readonly rate: number
}

interface AdPlan {
  readonly hash: number
  readonly weight: number
  readonly spans: readonly (readonly [number, number])[]
  readonly firstDay: number
  readonly lastDay: number
  /** Running totals by day, from the first day on. The first `computedDays` of them are filled in. */
  cumulativeTotals: Float64Array
  computedDays: number
}

const cellCount = deliveryMetrics.length
const conversionsCell = deliveryMetrics.indexOf('conversions')
const valueCell = deliveryMetrics.indexOf('value')
/** The share of a day's conversions that is not yet reported when the day ends. */
const lateConversionShare = 0.4

export function openDeliveryLedger(seed: string, pool: Pool): DeliveryLedger {
  const zone = getZone(pool.timeZone)
  const poolHash = hashText(`${seed}/pool/${pool.id}`)
  const rates = ratesByKind[pool.kind]
  const plans = pool.ads.map((ad) => buildAdPlan(seed, ad, zone))
  const segments = buildSegments(pool, plans, zone)
  const segmentStarts = segments.map((segment) => segment.from)
  const firstDay = plans.reduce((first, plan) => Math.min(first, plan.firstDay), Number.POSITIVE_INFINITY)
  const factorByDay = new Map<number, number>()
  const scratch = new Float64Array(cellCount)
  let storedCells = 0

  const getSpendFactor = (day: number): number => {
    const cached = factorByDay.get(day)
    if (cached !== undefined) return cached
    const age = day - zone.dayAt(pool.start)
    const learning = age < 3 ? 0.7 + 0.1 * Math.max(0, age) : 1
    const busyDay = pool.hasBusyDays ? findBusyDay(poolHash, day) : undefined
    const factor =
      computeDailySpendFactor(rates.weekProfile, day, busyDay) *
      seededBetween(poolHash, day, 1, 0.88, 1) *
      learning
    factorByDay.set(day, factor)
    return factor
  }

  /** Computes the exact spend of an ad on a day up to an instant. */
  const computeExactSpend = (plan: AdPlan, day: number, now: number): number => {
    const dayStart = zone.startOfDay(day)
    const dayLength = zone.startOfDay(day + 1) - dayStart
    const dayEnd = Math.min(now, dayStart + dayLength)
    const factor = getSpendFactor(day)
    let spend = 0
    for (const [spanFrom, spanTo] of plan.spans) {
      if (spanFrom >= dayEnd) break
      if (spanTo <= dayStart) continue
      const from = Math.max(spanFrom, dayStart)
      const to = Math.min(spanTo, dayEnd)
      for (let index = findSegmentIndex(segmentStarts, from); index < segments.length; index++) {
        const segment = segments[index]
        if (segment === undefined || segment.from >= to) break
        if (segment.rate === 0) continue
        const segmentFrom = Math.max(from, segment.from)
        const segmentTo = Math.min(to, segmentStarts[index + 1] ?? Number.POSITIVE_INFINITY)
        const dayShare =
          computeCumulativeDayShare((segmentTo - dayStart) / dayLength) -
          computeCumulativeDayShare((segmentFrom - dayStart) / dayLength)
        // A negative rate marks a lifetime budget, which is paced evenly regardless of the weekday.
        const pacedRate =
          segment.rate < 0 ? -segment.rate * seededBetween(poolHash, day, 2, 0.94, 1) : segment.rate * factor
        spend += plan.weight * pacedRate * dayShare
      }
    }
    return spend
  }

  const computeDay = (plan: AdPlan, ad: PoolAd, day: number, now: number, target: Float64Array): void => {
    target.fill(0)
    const exactSpend = computeExactSpend(plan, day, now)
    if (exactSpend <= 0) return
    const { hash } = plan
    const quality = seededBetween(hash, 0, 11, 0.72, 1.38)
    const price =
      rates.cpmEuros *
      pool.unitsPerEuro *
      seededBetween(hash, 0, 12, 0.8, 1.25) *
      seededBetween(hash, day, 13, 0.9, 1.12)
    const impressions = Math.floor((exactSpend * 1000) / price + seededUnit(hash, day, 14))
    if (impressions === 0) return
    // The rounding uses the same random value all day long, so that the totals of a growing day never
    // decrease.
    const takeShare = (total: number, rate: number, purpose: number): number =>
      Math.min(total, Math.floor(total * rate + seededUnit(hash, day, purpose)))
    const clicks = takeShare(
      impressions,
      rates.clickRate * quality * seededBetween(hash, day, 15, 0.85, 1.15),
      16,
    )
    const links = takeShare(clicks, rates.linkShare, 17)
    const reactions = takeShare(impressions, rates.reactionRate * quality, 18)
    const conversions = takeShare(links, rates.conversionRate * quality, 19)
    target[0] = Math.floor(exactSpend)
    target[1] = impressions
    target[2] = clicks
    target[3] = links
    target[4] = takeShare(links, 0.83, 20)
    target[5] = reactions
    target[6] = takeShare(reactions, 0.11, 21)
    target[7] = takeShare(reactions, 0.07, 22)
    target[8] = takeShare(reactions, 0.09, 23)
    target[9] = takeShare(reactions, 0.04, 24)
    target[10] = Math.min(links, conversions + takeShare(links - conversions, rates.conversionRate, 25))
    target[11] = conversions
    target[12] =
      conversions *
      Math.round(rates.conversionValueEuros * pool.unitsPerEuro * seededBetween(hash, day, 26, 0.7, 1.4))
    if (!ad.video) return
    const plays = takeShare(impressions, 0.46, 27)
    const quarter = takeShare(plays, 0.52, 28)
    const half = takeShare(quarter, 0.58, 29)
    const threeQuarters = takeShare(half, 0.71, 30)
    const almost = takeShare(threeQuarters, 0.76, 31)
    target[13] = plays
    target[14] = takeShare(plays, 0.42, 32)
    target[15] = quarter
    target[16] = half
    target[17] = threeQuarters
    target[18] = almost
    target[19] = takeShare(almost, 0.88, 33)
    target[20] = takeShare(threeQuarters, 0.6, 34)
    target[21] = Math.floor(plays * seededBetween(hash, day, 35, 3.2, 8.4))
  }

  /**
   * Fills the running totals up to a day. A completed day yields the same totals whenever they are computed.
   */
  const fill = (index: number, plan: AdPlan, days: number): void => {
    const ad = pool.ads[index]
    if (ad === undefined || days <= plan.computedDays) return
    if (plan.cumulativeTotals.length < (days + 1) * cellCount) {
      const larger = new Float64Array((days + 32) * cellCount)
      larger.set(plan.cumulativeTotals)
      storedCells += larger.length - plan.cumulativeTotals.length
      plan.cumulativeTotals = larger
    }
    const { cumulativeTotals } = plan
    for (let day = plan.computedDays; day < days; day++) {
      computeDay(plan, ad, plan.firstDay + day, Number.POSITIVE_INFINITY, scratch)
      const base = day * cellCount
      for (let cell = 0; cell < cellCount; cell++) {
        cumulativeTotals[base + cellCount + cell] =
          (cumulativeTotals[base + cell] ?? 0) + (scratch[cell] ?? 0)
      }
    }
    plan.computedDays = days
  }

  /** Subtracts the part of a day's conversions that is not reported yet. */
  const withholdLateConversions = (
    plan: AdPlan,
    day: number,
    today: number,
    deliveredCount: number,
    value: number,
    target: Float64Array,
  ) => {
    const openShare = 1 - (today - day) / (pool.conversionLagDays ?? 1)
    if (pool.conversionLagDays === undefined || openShare <= 0 || deliveredCount === 0) return
    // The rounding uses the same random value on all days, so that the reported number only grows.
    const reportedCount = Math.floor(
      deliveredCount * (1 - lateConversionShare * openShare * openShare) + seededUnit(plan.hash, day, 36),
    )
    const pendingCount = Math.max(0, deliveredCount - reportedCount)
    target[conversionsCell] = (target[conversionsCell] ?? 0) - pendingCount
    target[valueCell] = (target[valueCell] ?? 0) - (pendingCount * value) / deliveredCount
  }

  return {
    firstDay,
    countCells: () => storedCells,
    add: (index, from, until, now, target) => {
      const plan = plans[index]
      const ad = pool.ads[index]
      if (plan === undefined || ad === undefined) return
      const today = zone.dayAt(now)
      const first = Math.max(from, plan.firstDay)
      const lastCompleteDay = Math.min(until, today - 1, plan.lastDay)
      if (lastCompleteDay >= first) {
        fill(index, plan, lastCompleteDay - plan.firstDay + 1)
        const low = (first - plan.firstDay) * cellCount
        const high = (lastCompleteDay - plan.firstDay + 1) * cellCount
        for (let cell = 0; cell < cellCount; cell++) {
          target[cell] =
            (target[cell] ?? 0) +
            (plan.cumulativeTotals[high + cell] ?? 0) -
            (plan.cumulativeTotals[low + cell] ?? 0)
        }
        const getDayValue = (day: number, cell: number) => {
          const base = (day - plan.firstDay) * cellCount + cell
          return (plan.cumulativeTotals[base + cellCount] ?? 0) - (plan.cumulativeTotals[base] ?? 0)
        }
        for (let day = Math.max(first, today - (pool.conversionLagDays ?? 0)); day <= lastCompleteDay; day++)
          withholdLateConversions(
            plan,
            day,
            today,
            getDayValue(day, conversionsCell),
            getDayValue(day, valueCell),
            target,
          )
      }
      if (today >= first && today <= until) {
        computeDay(plan, ad, today, now, scratch)
        for (let cell = 0; cell < cellCount; cell++) target[cell] = (target[cell] ?? 0) + (scratch[cell] ?? 0)
        withholdLateConversions(
          plan,
          today,
          today,
          scratch[conversionsCell] ?? 0,
          scratch[valueCell] ?? 0,
          target,
        )
      }
    },
  }
}

/**
 * Returns the busy day of the week, which one week in four has. Every day of a week yields the same result.
 */
function findBusyDay(hash: number, day: number): BusyDay | undefined {
  const sunday = day - new Date(day * 86_400_000).getUTCDay()
  if (seededUnit(hash, sunday, 3) >= 0.25) return undefined
  return { weekday: mixHash(hash, sunday, 4) % 7, factor: seededBetween(hash, sunday, 5, 1.6, 1.75) }
}

function buildAdPlan(seed: string, ad: PoolAd, zone: Zone): AdPlan {
  const hash = hashText(`${seed}/ad/${ad.id}`)
  const spans: [number, number][] = []
  const end = ad.end ?? Number.POSITIVE_INFINITY
  ad.switches.forEach((change, index) => {
    if (!change.on) return
    const from = Math.max(change.at, ad.start)
    const to = Math.min(ad.switches[index + 1]?.at ?? Number.POSITIVE_INFINITY, end)
    if (to <= from) return
    const last = spans.at(-1)
    if (last !== undefined && last[1] === from) last[1] = to
    else spans.push([from, to])
  })
  const first = spans[0]
  const last = spans.at(-1)?.[1]
  return {
    hash,
    // Whole numbers, so that additions and subtractions leave no rounding errors.
    weight: 600 + (mixHash(hash, 0, 10) % 2_800),
    spans,
    firstDay: first === undefined ? Number.POSITIVE_INFINITY : zone.dayAt(first[0]),
    lastDay:
      last === undefined || last === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : zone.dayAt(last),
    cumulativeTotals: new Float64Array(0),
    computedDays: 0,
  }
}

/** Splits the pool's timeline wherever its budget or the set of running ads changes. */
function buildSegments(pool: Pool, plans: readonly AdPlan[], zone: Zone): RateSegment[] {
  const weightChanges = new Map<number, number>()
  for (const plan of plans) {
    for (const [from, to] of plan.spans) {
      weightChanges.set(from, (weightChanges.get(from) ?? 0) + plan.weight)
      if (to !== Number.POSITIVE_INFINITY) weightChanges.set(to, (weightChanges.get(to) ?? 0) - plan.weight)
    }
  }
  const rates = buildDailyRates(pool, zone)
  const instants = [...new Set([...weightChanges.keys(), ...rates.map((rate) => rate.from)])].sort(
    (a, b) => a - b,
  )
  let weight = 0
  let next = 0
  let rate = 0
  return instants.map((from) => {
    weight += weightChanges.get(from) ?? 0
    while (next < rates.length && (rates[next]?.from ?? 0) <= from) rate = rates[next++]?.rate ?? 0
    return { from, rate: weight > 0 ? rate / weight : 0 }
  })
}

/**
 * Builds the spend that the whole pool may reach in a day, over time. Negative numbers are rates of lifetime
 * budgets.
 */
function buildDailyRates(pool: Pool, zone: Zone): RateSegment[] {
  const toPacedTime = (instant: number): number => {
    const day = zone.dayAt(instant)
    const start = zone.startOfDay(day)
    return day + computeCumulativeDayShare((instant - start) / (zone.startOfDay(day + 1) - start))
  }
  let committedBudget = 0
  return pool.budget.flatMap((change, index) => {
    if (change.lifetime === undefined) return [{ from: change.at, rate: Math.max(0, change.daily ?? 0) }]
    const from = Math.max(change.at, pool.start)
    const end = change.end ?? from + 30 * 86_400_000
    if (end <= from) return [{ from: change.at, rate: 0 }]
    const rate = Math.max(0, change.lifetime - committedBudget) / (toPacedTime(end) - toPacedTime(from))
    const until = Math.min(end, pool.budget[index + 1]?.at ?? end)
    // The share counts as spent whether it was spent or not. The sum can therefore stay below the lifetime
    // budget but never exceed it.
    if (until > from) committedBudget += rate * (toPacedTime(until) - toPacedTime(from))
    const segment = { from: change.at, rate: -rate }
    return until === end ? [segment, { from: end, rate: 0 }] : [segment]
  })
}

/** Returns the index of the last segment that begins at or before an instant, or of the first segment. */
function findSegmentIndex(segmentStarts: readonly number[], instant: number): number {
  let low = 0
  let high = segmentStarts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segmentStarts[middle] ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
