import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../core/durations.ts'
import {
  computeReachedPeople,
  createCells,
  deliveryMetrics,
  type OnOffChange,
  openDeliveryLedger,
  type Pool,
  type PoolAd,
  toDeliveryTotals,
} from './delivery.ts'
import { formatIsoDay, getZone, parseIsoDay } from './zone.ts'

const epoch = Date.parse('2026-03-01T00:00:00Z')

const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC')
const kinds = fc.constantFrom(
  'awareness',
  'traffic',
  'engagement',
  'leads',
  'sales',
  'app',
  'search',
  'professional',
)

/** Instants within 120 days of the epoch, in whole minutes. */
const instant = fc.integer({ min: 0, max: 120 * 1440 }).map((minutes) => epoch + minutes * 60_000)

const switches = fc
  .array(fc.record({ at: instant, on: fc.boolean() }), { maxLength: 5 })
  .map((list): OnOffChange[] => [{ at: epoch, on: true }, ...list.sort((a, b) => a.at - b.at)])

const ad = fc.record({
  switches,
  start: instant,
  length: fc.option(fc.integer({ min: 0, max: 90 * 24 })),
  video: fc.boolean(),
})

const ads = fc.array(ad, { minLength: 1, maxLength: 6 }).map((list) =>
  list.map((each, index): PoolAd => {
    const base = { id: `ad${index}`, switches: each.switches, start: each.start, video: each.video }
    return each.length === null ? base : { ...base, end: each.start + each.length * hourMs }
  }),
)

const dailyBudgets = fc
  .array(fc.record({ at: instant, daily: fc.integer({ min: 0, max: 500_000 }) }), { maxLength: 4 })
  .map((list) => [{ at: epoch, daily: 1_500 }, ...list.sort((a, b) => a.at - b.at)])

const pools = fc.record({
  id: fc.constant('pool'),
  kind: kinds,
  timeZone: zones,
  start: fc.constant(epoch),
  unitsPerEuro: fc.constantFrom(100, 160, 1_000_000),
  budget: dailyBudgets,
  ads,
  hasBusyDays: fc.boolean(),
}) as fc.Arbitrary<Pool>

const seeds = fc.string({ minLength: 1, maxLength: 8 })

function sum(seed: string, pool: Pool, index: number, from: number, until: number, now: number): number[] {
  const cells = createCells()
  openDeliveryLedger(seed, pool).add(index, from, until, now, cells)
  return [...cells]
}

function computePoolTotals(seed: string, pool: Pool, from: number, until: number, now: number) {
  const cells = createCells()
  const ledger = openDeliveryLedger(seed, pool)
  pool.ads.forEach((_, index) => {
    ledger.add(index, from, until, now, cells)
  })
  return toDeliveryTotals(cells)
}

/** DELIVERY_RUNS sets how many pools each property is checked with. */
const runs = { numRuns: Number(process.env['DELIVERY_RUNS'] ?? 300) }

test('delivery counts are nonnegative integers, and no metric exceeds the metric that contains it', () => {
  fc.assert(
    fc.property(seeds, pools, instant, (seed, pool, now) => {
      const zone = getZone(pool.timeZone)
      for (let index = 0; index < pool.ads.length; index++) {
        const cells = createCells()
        openDeliveryLedger(seed, pool).add(index, zone.dayAt(epoch), zone.dayAt(now), now, cells)
        for (const value of cells) expect(Number.isSafeInteger(value) && value >= 0).toBe(true)
        const t = toDeliveryTotals(cells)
        const chains = [
          [t.impressions, t.clicks, t.linkClicks, t.steps, t.conversions],
          [t.linkClicks, t.landings],
          [t.impressions, t.reactions, t.comments],
          [
            t.impressions,
            t.videoPlays,
            t.videoQuarter,
            t.videoHalf,
            t.videoThreeQuarters,
            t.videoAlmost,
            t.videoWhole,
          ],
        ]
        for (const chain of chains) expect(chain).toEqual(chain.toSorted((a, b) => b - a))
        if (t.spend > 0) expect(t.impressions).toBeGreaterThan(0)
      }
    }),
    runs,
  )
})

test('the deliveries of the days of a range add up to the delivery of the range', () => {
  fc.assert(
    fc.property(seeds, pools, instant, fc.nat(40), fc.nat(40), (seed, pool, now, first, more) => {
      const from = getZone(pool.timeZone).dayAt(epoch) + first
      const until = from + more
      const together = sum(seed, pool, 0, from, until, now)
      const apart = deliveryMetrics.map(() => 0)
      const ledger = openDeliveryLedger(seed, pool)
      for (let day = from; day <= until; day++) {
        const cells = createCells()
        ledger.add(0, day, day, now, cells)
        cells.forEach((value, cell) => {
          apart[cell] = (apart[cell] ?? 0) + value
        })
      }
      expect(apart).toEqual(together)
    }),
    runs,
  )
})

test('a pool spends at most 1.75 daily budgets per day and at most seven per week', () => {
  fc.assert(
    fc.property(seeds, pools, fc.nat(110), (seed, pool, offset) => {
      const zone = getZone(pool.timeZone)
      const later = epoch + 200 * dayMs
      const highest = (from: number, until: number) =>
        pool.budget.reduce((maxBudget, change, index) => {
          const ends = pool.budget[index + 1]?.at ?? Number.POSITIVE_INFINITY
          return change.at < zone.startOfDay(until + 1) && ends > zone.startOfDay(from)
            ? Math.max(maxBudget, change.daily ?? 0)
            : maxBudget
        }, 0)
      const day = zone.dayAt(epoch) + offset
      expect(computePoolTotals(seed, pool, day, day, later).spend).toBeLessThanOrEqual(
        1.75 * highest(day, day),
      )
      const sunday = day - new Date(day * dayMs).getUTCDay()
      expect(computePoolTotals(seed, pool, sunday, sunday + 6, later).spend).toBeLessThanOrEqual(
        7 * highest(sunday, sunday + 6),
      )
    }),
    runs,
  )
})

test('a pool with busy days spends over 1.4 budgets on some day, and a pool without them stays below 1.2', () => {
  const pool: Pool = {
    id: 'pool',
    kind: 'sales',
    timeZone: 'UTC',
    start: epoch,
    unitsPerEuro: 100,
    budget: [{ at: epoch, daily: 10_000 }],
    ads: [{ id: 'ad', switches: [{ at: epoch, on: true }], start: epoch, video: false }],
  }
  const costliest = (seed: string, hasBusyDays: boolean) => {
    const first = getZone('UTC').dayAt(epoch)
    const days = Array.from({ length: 200 }, (_, index) => first + index)
    const later = epoch + 300 * dayMs
    return Math.max(
      ...days.map((day) => computePoolTotals(seed, { ...pool, hasBusyDays }, day, day, later).spend),
    )
  }
  for (const seed of ['one', 'two', 'three']) {
    expect(costliest(seed, true)).toBeGreaterThan(1.4 * 10_000)
    expect(costliest(seed, false)).toBeLessThan(1.2 * 10_000)
  }
})

test('a pool never overspends its lifetime budget, even after several increases', () => {
  const lifetimes = fc.array(fc.record({ at: instant, lifetime: fc.integer({ min: 0, max: 1_000_000 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(seeds, pools, lifetimes, (seed, pool, changes) => {
      const end = epoch + 130 * dayMs
      const sorted = changes.toSorted((a, b) => a.at - b.at)
      // The platforms refuse a lifetime budget below the spend, so each change only raises the budget.
      let total = 0
      const budget = sorted.map(({ at, lifetime }) => {
        total += lifetime
        return { at, lifetime: total, end }
      })
      const zone = getZone(pool.timeZone)
      const all = computePoolTotals(
        seed,
        { ...pool, budget },
        zone.dayAt(epoch) - 5,
        zone.dayAt(end) + 5,
        end + 10 * dayMs,
      )
      expect(all.spend).toBeLessThanOrEqual(total)
    }),
    runs,
  )
})

test('an edit does not change anything that was delivered before it', () => {
  fc.assert(
    fc.property(
      seeds,
      pools,
      instant,
      fc.nat(60),
      fc.boolean(),
      fc.nat(900_000),
      (seed, pool, edit, later, on, daily) => {
        const before: Pool = {
          ...pool,
          budget: pool.budget.filter((change) => change.at < edit),
          ads: pool.ads.map((each) => ({
            ...each,
            switches: each.switches.filter((change) => change.at < edit),
          })),
        }
        const newcomer: PoolAd = { id: 'new', switches: [{ at: edit, on: true }], start: edit, video: true }
        const after: Pool = {
          ...before,
          budget: [...before.budget, { at: edit, daily }],
          ads: [
            ...before.ads.map((each) => ({ ...each, switches: [...each.switches, { at: edit, on }] })),
            newcomer,
          ],
        }
        const zone = getZone(pool.timeZone)
        const today = zone.dayAt(edit)
        const first = zone.dayAt(epoch)
        for (let index = 0; index < before.ads.length; index++) {
          expect(sum(seed, after, index, first, today, edit)).toEqual(
            sum(seed, before, index, first, today, edit),
          )
          const now = edit + later * dayMs
          expect(sum(seed, after, index, first, today - 1, now)).toEqual(
            sum(seed, before, index, first, today - 1, edit),
          )
        }
      },
    ),
    runs,
  )
})

test('delivery totals never decrease when the clock advances', () => {
  fc.assert(
    fc.property(
      seeds,
      pools,
      instant,
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      (seed, pool, now, minutes) => {
        const first = getZone(pool.timeZone).dayAt(epoch)
        const early = sum(seed, pool, 0, first, first + 200, now)
        const lateTotals = sum(seed, pool, 0, first, first + 200, now + minutes * 60_000)
        // Conversion value and watch time follow the rate of their day and grow with conversions and views.
        early.forEach((value, cell) => {
          expect(lateTotals[cell]).toBeGreaterThanOrEqual(value)
        })
      },
    ),
    runs,
  )
})

test('the conversions of a day only increase within the lag window, and reach their final number at its end', () => {
  fc.assert(
    fc.property(
      seeds,
      pools,
      fc.nat(100),
      fc.integer({ min: 1, max: 90 }),
      (seed, pool, offset, conversionLagDays) => {
        const zone = getZone(pool.timeZone)
        const day = zone.dayAt(epoch) + offset
        const laggedPool = { ...pool, conversionLagDays }
        const seen = (age: number) =>
          computePoolTotals(seed, laggedPool, day, day, zone.startOfDay(day + age) + hourMs)
        const final = computePoolTotals(seed, pool, day, day, zone.startOfDay(day + 1))
        let before = seen(1)
        for (const age of [2, 5, conversionLagDays, conversionLagDays + 1, conversionLagDays + 200].sort(
          (a, b) => a - b,
        )) {
          const now = seen(age)
          expect(now.conversions).toBeGreaterThanOrEqual(before.conversions)
          expect(now.value).toBeGreaterThanOrEqual(before.value)
          if (age >= conversionLagDays) expect(now).toEqual(final)
          before = now
        }
        // All other metrics have their final values immediately.
        expect({ ...seen(1), conversions: 0, value: 0 }).toEqual({ ...final, conversions: 0, value: 0 })
      },
    ),
    { numRuns: 100 },
  )
})

test('an ad delivers nothing while it is switched off, before its start, or after its end', () => {
  fc.assert(
    fc.property(seeds, pools, instant, (seed, pool, cutAt) => {
      const zone = getZone(pool.timeZone)
      const day = zone.dayAt(cutAt)
      const later = cutAt + 90 * dayMs
      const pausedPool: Pool = {
        ...pool,
        ads: pool.ads.map((each) => ({
          ...each,
          switches: [...each.switches.filter(({ at }) => at < cutAt), { at: cutAt, on: false }],
        })),
      }
      const ended: Pool = {
        ...pool,
        ads: pool.ads.map((each) => ({ ...each, end: Math.min(cutAt, each.end ?? cutAt) })),
      }
      const waiting: Pool = {
        ...pool,
        ads: pool.ads.map(({ end: _, ...each }) => ({ ...each, start: cutAt })),
      }
      expect(computePoolTotals(seed, pausedPool, day + 1, day + 80, later).impressions).toBe(0)
      expect(computePoolTotals(seed, ended, day + 1, day + 80, later).impressions).toBe(0)
      expect(computePoolTotals(seed, waiting, day - 200, day - 1, later).impressions).toBe(0)
    }),
    runs,
  )
})

test('reach never exceeds impressions, audience or the sum of its parts, and is at least that of any part', () => {
  const sizes = fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 3_000_000 }), (parts, audience) => {
      const total = parts.reduce((all, part) => all + part, 0)
      const reach = computeReachedPeople(total, audience)
      const reaches = parts.map((part) => computeReachedPeople(part, audience))
      expect(reach).toBeLessThanOrEqual(total)
      expect(reach).toBeLessThanOrEqual(audience)
      expect(reach).toBeGreaterThanOrEqual(Math.max(...reaches))
      expect(reach).toBeLessThanOrEqual(reaches.reduce((all, part) => all + part, 0))
    }),
    { numRuns: 10 * runs.numRuns },
  )
})

test('delivery totals are equal for the same seed and different for another seed', () => {
  const pool: Pool = {
    id: 'pool',
    kind: 'traffic',
    timeZone: 'Europe/Berlin',
    start: epoch,
    unitsPerEuro: 100,
    budget: [{ at: epoch, daily: 1_500 }],
    ads: [{ id: 'one', switches: [{ at: epoch, on: true }], start: epoch, video: true }],
  }
  const first = getZone(pool.timeZone).dayAt(epoch)
  const now = epoch + 60 * dayMs
  expect(sum('a', pool, 0, first, first + 30, now)).toEqual(sum('a', pool, 0, first, first + 30, now))
  expect(sum('a', pool, 0, first, first + 30, now)).not.toEqual(sum('b', pool, 0, first, first + 30, now))
  const month = computePoolTotals('a', pool, first, first + 29, now)
  expect(month.spend).toBeGreaterThan(0.75 * 30 * 1_500)
})

test('a zone starts its days at local midnight, including days of 23 and 25 hours', () => {
  const zone = getZone('Europe/Berlin')
  const spring = parseIsoDay('2026-03-29') ?? 0
  const autumn = parseIsoDay('2026-10-25') ?? 0
  expect(zone.startOfDay(spring + 1) - zone.startOfDay(spring)).toBe(23 * hourMs)
  expect(zone.startOfDay(autumn + 1) - zone.startOfDay(autumn)).toBe(25 * hourMs)
  expect(zone.format(zone.startOfDay(spring + 1))).toBe('2026-03-30T00:00:00+0200')
  expect(formatIsoDay(spring)).toBe('2026-03-29')
  expect(parseIsoDay('2026-02-30')).toBeUndefined()
})
