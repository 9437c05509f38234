// The delivery model: the impressions, spend and results of each ad on each day. The model is a pure function
// of the seed, the ads, their budgets and their activations over time. It uses whole numbers, so that every
// sum equals the sum of its parts.
//
// Ads that share a budget form a pool. Within a day, every change of a budget or an activation starts a new
// segment of the pool's timeline. Each segment spends by the settings that applied in it. A change therefore
// affects only later delivery, and past delivery stays.

import { between, mixed, textHash, unitOf } from './chance.ts'
import { type BusyDay, type DeliveryKind, doneByPart, ratesOf, shapeOf } from './rates.ts'
import { type Zone, zoneOf } from './zone.ts'

export type { DeliveryKind } from './rates.ts'

/** An ad is on or off from this instant. Before the first change, an ad is off. */
export interface Switch {
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
  readonly switches: readonly Switch[]
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
  readonly settleDays?: number
  /**
   * In some weeks the platform spends up to three quarters above the daily budget on one day, and less on the
   * others.
   */
  readonly hasBusyDays?: boolean
}

/** The metrics, in the order of their cells. */
export const counts = [
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

export type Count = (typeof counts)[number]
export type Tally = Readonly<Record<Count, number>>

export function emptyCells(): Float64Array {
  return new Float64Array(counts.length)
}

export function tallyOf(cells: Float64Array): Tally {
  const tally: Partial<Record<Count, number>> = {}
  counts.forEach((name, index) => {
    tally[name] = cells[index] ?? 0
  })
  // The loop above set every name of `counts`.
  return tally as Tally
}

/**
 * Estimates how many people of an audience the impressions reach. The result never exceeds either, and is
 * less than the sum of its parts.
 */
export function reachOf(impressions: number, audience: number): number {
  if (impressions <= 0) return 0
  return Math.ceil((impressions * audience) / (impressions + audience))
}

export interface Ledger {
  /** Adds the delivery of one ad of the pool between two days (both included), as seen at an instant. */
  add(ad: number, from: number, until: number, now: number, into: Float64Array): void
  /** First day on which any ad of the pool can have delivered. */
  readonly firstDay: number
  /** Memory in use, in cells. */
  cells(): number
}

interface Piece {
  readonly from: number
  /** Spend of a whole day per unit of weight during the segment. */
  readonly rate: number
}

interface Plan {
  readonly hash: number
  readonly weight: number
  readonly spans: readonly (readonly [number, number])[]
  readonly firstDay: number
  readonly lastDay: number
  /** Running totals by day, from the first day on. The first `days` of them are filled in. */
  totals: Float64Array
  days: number
}

const width = counts.length
const conversionsCell = counts.indexOf('conversions')
const valueCell = counts.indexOf('value')
/** The share of a day's conversions that is not yet reported when the day ends. */
const lateShare = 0.4

export function openLedger(seed: string, pool: Pool): Ledger {
  const zone = zoneOf(pool.timeZone)
  const poolHash = textHash(`${seed}/pool/${pool.id}`)
  const rates = ratesOf[pool.kind]
  const plans = pool.ads.map((ad) => planOf(seed, ad, zone))
  const pieces = piecesOf(pool, plans, zone)
  const starts = pieces.map((piece) => piece.from)
  const firstDay = plans.reduce((first, plan) => Math.min(first, plan.firstDay), Number.POSITIVE_INFINITY)
  const factors = new Map<number, number>()
  const scratch = new Float64Array(width)
  let cells = 0

  const factorOn = (day: number): number => {
    const known = factors.get(day)
    if (known !== undefined) return known
    const age = day - zone.dayOf(pool.start)
    const learning = age < 3 ? 0.7 + 0.1 * Math.max(0, age) : 1
    const busy = pool.hasBusyDays ? busyDayOf(poolHash, day) : undefined
    const factor = shapeOf(rates.week, day, busy) * between(poolHash, day, 1, 0.88, 1) * learning
    factors.set(day, factor)
    return factor
  }

  /** Computes the exact spend of an ad on a day up to an instant. */
  const spendOn = (plan: Plan, day: number, now: number): number => {
    const dayStart = zone.startOf(day)
    const dayLength = zone.startOf(day + 1) - dayStart
    const dayEnd = Math.min(now, dayStart + dayLength)
    const factor = factorOn(day)
    let spend = 0
    for (const [spanFrom, spanTo] of plan.spans) {
      if (spanFrom >= dayEnd) break
      if (spanTo <= dayStart) continue
      const from = Math.max(spanFrom, dayStart)
      const to = Math.min(spanTo, dayEnd)
      for (let index = pieceAt(starts, from); index < pieces.length; index++) {
        const piece = pieces[index]
        if (piece === undefined || piece.from >= to) break
        if (piece.rate === 0) continue
        const pieceFrom = Math.max(from, piece.from)
        const pieceTo = Math.min(to, starts[index + 1] ?? Number.POSITIVE_INFINITY)
        const part =
          doneByPart((pieceTo - dayStart) / dayLength) - doneByPart((pieceFrom - dayStart) / dayLength)
        // A negative rate marks a lifetime budget, which is paced evenly regardless of the weekday.
        const paced = piece.rate < 0 ? -piece.rate * between(poolHash, day, 2, 0.94, 1) : piece.rate * factor
        spend += plan.weight * paced * part
      }
    }
    return spend
  }

  const countDay = (plan: Plan, ad: PoolAd, day: number, now: number, into: Float64Array): void => {
    into.fill(0)
    const exact = spendOn(plan, day, now)
    if (exact <= 0) return
    const { hash } = plan
    const quality = between(hash, 0, 11, 0.72, 1.38)
    const price =
      rates.cpmEuros * pool.unitsPerEuro * between(hash, 0, 12, 0.8, 1.25) * between(hash, day, 13, 0.9, 1.12)
    const impressions = Math.floor((exact * 1000) / price + unitOf(hash, day, 14))
    if (impressions === 0) return
    // The rounding uses the same random value all day long, so that the totals of a growing day never
    // decrease.
    const part = (whole: number, rate: number, purpose: number): number =>
      Math.min(whole, Math.floor(whole * rate + unitOf(hash, day, purpose)))
    const clicks = part(impressions, rates.clickRate * quality * between(hash, day, 15, 0.85, 1.15), 16)
    const links = part(clicks, rates.linkShare, 17)
    const reactions = part(impressions, rates.reactionRate * quality, 18)
    const conversions = part(links, rates.conversionRate * quality, 19)
    into[0] = Math.floor(exact)
    into[1] = impressions
    into[2] = clicks
    into[3] = links
    into[4] = part(links, 0.83, 20)
    into[5] = reactions
    into[6] = part(reactions, 0.11, 21)
    into[7] = part(reactions, 0.07, 22)
    into[8] = part(reactions, 0.09, 23)
    into[9] = part(reactions, 0.04, 24)
    into[10] = Math.min(links, conversions + part(links - conversions, rates.conversionRate, 25))
    into[11] = conversions
    into[12] =
      conversions * Math.round(rates.valueEuros * pool.unitsPerEuro * between(hash, day, 26, 0.7, 1.4))
    if (!ad.video) return
    const plays = part(impressions, 0.46, 27)
    const quarter = part(plays, 0.52, 28)
    const half = part(quarter, 0.58, 29)
    const threeQuarters = part(half, 0.71, 30)
    const almost = part(threeQuarters, 0.76, 31)
    into[13] = plays
    into[14] = part(plays, 0.42, 32)
    into[15] = quarter
    into[16] = half
    into[17] = threeQuarters
    into[18] = almost
    into[19] = part(almost, 0.88, 33)
    into[20] = part(threeQuarters, 0.6, 34)
    into[21] = Math.floor(plays * between(hash, day, 35, 3.2, 8.4))
  }

  /**
   * Fills the running totals up to a day. A completed day yields the same totals whenever they are computed.
   */
  const fill = (index: number, plan: Plan, days: number): void => {
    const ad = pool.ads[index]
    if (ad === undefined || days <= plan.days) return
    if (plan.totals.length < (days + 1) * width) {
      const larger = new Float64Array((days + 32) * width)
      larger.set(plan.totals)
      cells += larger.length - plan.totals.length
      plan.totals = larger
    }
    const { totals } = plan
    for (let day = plan.days; day < days; day++) {
      countDay(plan, ad, plan.firstDay + day, Number.POSITIVE_INFINITY, scratch)
      const base = day * width
      for (let cell = 0; cell < width; cell++) {
        totals[base + width + cell] = (totals[base + cell] ?? 0) + (scratch[cell] ?? 0)
      }
    }
    plan.days = days
  }

  /** Subtracts the part of a day's conversions that is not reported yet. */
  const holdBack = (
    plan: Plan,
    day: number,
    today: number,
    delivered: number,
    value: number,
    into: Float64Array,
  ) => {
    const open = 1 - (today - day) / (pool.settleDays ?? 1)
    if (pool.settleDays === undefined || open <= 0 || delivered === 0) return
    // The rounding uses the same random value on all days, so that the reported number only grows.
    const known = Math.floor(delivered * (1 - lateShare * open * open) + unitOf(plan.hash, day, 36))
    const unknown = Math.max(0, delivered - known)
    into[conversionsCell] = (into[conversionsCell] ?? 0) - unknown
    into[valueCell] = (into[valueCell] ?? 0) - (unknown * value) / delivered
  }

  return {
    firstDay,
    cells: () => cells,
    add: (index, from, until, now, into) => {
      const plan = plans[index]
      const ad = pool.ads[index]
      if (plan === undefined || ad === undefined) return
      const today = zone.dayOf(now)
      const first = Math.max(from, plan.firstDay)
      const lastWhole = Math.min(until, today - 1, plan.lastDay)
      if (lastWhole >= first) {
        fill(index, plan, lastWhole - plan.firstDay + 1)
        const low = (first - plan.firstDay) * width
        const high = (lastWhole - plan.firstDay + 1) * width
        for (let cell = 0; cell < width; cell++) {
          into[cell] = (into[cell] ?? 0) + (plan.totals[high + cell] ?? 0) - (plan.totals[low + cell] ?? 0)
        }
        const ofDay = (day: number, cell: number) => {
          const base = (day - plan.firstDay) * width + cell
          return (plan.totals[base + width] ?? 0) - (plan.totals[base] ?? 0)
        }
        for (let day = Math.max(first, today - (pool.settleDays ?? 0)); day <= lastWhole; day++)
          holdBack(plan, day, today, ofDay(day, conversionsCell), ofDay(day, valueCell), into)
      }
      if (today >= first && today <= until) {
        countDay(plan, ad, today, now, scratch)
        for (let cell = 0; cell < width; cell++) into[cell] = (into[cell] ?? 0) + (scratch[cell] ?? 0)
        holdBack(plan, today, today, scratch[conversionsCell] ?? 0, scratch[valueCell] ?? 0, into)
      }
    },
  }
}

/**
 * Returns the busy day of the week, which one week in four has. Every day of a week yields the same result.
 */
function busyDayOf(hash: number, day: number): BusyDay | undefined {
  const sunday = day - new Date(day * 86_400_000).getUTCDay()
  if (unitOf(hash, sunday, 3) >= 0.25) return undefined
  return { weekday: mixed(hash, sunday, 4) % 7, share: between(hash, sunday, 5, 1.6, 1.75) }
}

function planOf(seed: string, ad: PoolAd, zone: Zone): Plan {
  const hash = textHash(`${seed}/ad/${ad.id}`)
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
    weight: 600 + (mixed(hash, 0, 10) % 2_800),
    spans,
    firstDay: first === undefined ? Number.POSITIVE_INFINITY : zone.dayOf(first[0]),
    lastDay:
      last === undefined || last === Number.POSITIVE_INFINITY ? Number.POSITIVE_INFINITY : zone.dayOf(last),
    totals: new Float64Array(0),
    days: 0,
  }
}

/** Splits the pool's timeline wherever its budget or the set of running ads changes. */
function piecesOf(pool: Pool, plans: readonly Plan[], zone: Zone): Piece[] {
  const weightChanges = new Map<number, number>()
  for (const plan of plans) {
    for (const [from, to] of plan.spans) {
      weightChanges.set(from, (weightChanges.get(from) ?? 0) + plan.weight)
      if (to !== Number.POSITIVE_INFINITY) weightChanges.set(to, (weightChanges.get(to) ?? 0) - plan.weight)
    }
  }
  const rates = ratesPerDay(pool, zone)
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
function ratesPerDay(pool: Pool, zone: Zone): Piece[] {
  const pacedTime = (instant: number): number => {
    const day = zone.dayOf(instant)
    const start = zone.startOf(day)
    return day + doneByPart((instant - start) / (zone.startOf(day + 1) - start))
  }
  let committed = 0
  return pool.budget.flatMap((change, index) => {
    if (change.lifetime === undefined) return [{ from: change.at, rate: Math.max(0, change.daily ?? 0) }]
    const from = Math.max(change.at, pool.start)
    const end = change.end ?? from + 30 * 86_400_000
    if (end <= from) return [{ from: change.at, rate: 0 }]
    const rate = Math.max(0, change.lifetime - committed) / (pacedTime(end) - pacedTime(from))
    const until = Math.min(end, pool.budget[index + 1]?.at ?? end)
    // The share counts as spent whether it was spent or not. The sum can therefore stay below the lifetime
    // budget but never exceed it.
    if (until > from) committed += rate * (pacedTime(until) - pacedTime(from))
    const piece = { from: change.at, rate: -rate }
    return until === end ? [piece, { from: end, rate: 0 }] : [piece]
  })
}

/** Returns the index of the last segment that begins at or before an instant, or of the first segment. */
function pieceAt(starts: readonly number[], instant: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= instant) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}
