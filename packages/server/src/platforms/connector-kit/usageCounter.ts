// Counts recent usage of a quota that becomes free again after some time.

import { dayMs } from '../../runtime/durations.ts'

export interface UsageCounter {
  add(amount: number, now: number): void
  total(now: number): number
  /** Time until the total has decreased to the target without further usage. */
  msUntilTotal(target: number, now: number): number
}

/** Number of buckets of a window. The usage of one bucket becomes free at once. */
const bucketCount = 48

/** Usage becomes free when it is older than the window. */
export function createSlidingWindowCounter(windowMs: number): UsageCounter {
  const bucketMs = windowMs / bucketCount
  let buckets: { readonly endsAt: number; amount: number }[] = []
  // After the clock was set back, usage must not stay counted for longer than the window.
  const recentBuckets = (now: number) =>
    buckets.filter(({ endsAt }) => endsAt + windowMs > now && endsAt - bucketMs <= now)
  const total = (now: number) => recentBuckets(now).reduce((sum, { amount }) => sum + amount, 0)
  return {
    add(amount, now) {
      buckets = recentBuckets(now)
      const lastBucket = buckets.at(-1)
      if (lastBucket && lastBucket.endsAt > now) lastBucket.amount += amount
      else buckets.push({ endsAt: now + bucketMs, amount })
    },
    total,
    msUntilTotal(target, now) {
      let remaining = total(now)
      if (remaining <= target) return 0
      for (const { endsAt, amount } of recentBuckets(now)) {
        remaining -= amount
        if (remaining <= target) return endsAt + windowMs - now
      }
      return windowMs
    },
  }
}

/** All usage becomes free at midnight UTC. */
export function createDailyCounter(): UsageCounter {
  let day = 0
  let used = 0
  const total = (now: number) => (Math.floor(now / dayMs) === day ? used : 0)
  return {
    add(amount, now) {
      used = total(now) + amount
      day = Math.floor(now / dayMs)
    },
    total,
    msUntilTotal: (target, now) => (total(now) <= target ? 0 : dayMs - (now % dayMs)),
  }
}
