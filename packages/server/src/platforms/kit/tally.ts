// How much was used lately, where what was used comes back after a while.

export interface UsageCounter {
  add(amount: number, now: number): void
  total(now: number): number
  /** How long until the total has fallen to this by itself. */
  msUntilTotal(target: number, now: number): number
}

/** Into so many pieces a window is cut: what was used in one of them comes back at once. */
const bucketCount = 48

/** What was used comes back once it is as old as the window. */
export function slidingWindowCounter(windowMs: number): UsageCounter {
  const bucketMs = windowMs / bucketCount
  let buckets: { readonly endsAt: number; amount: number }[] = []
  // A clock that was turned back is no reason to hold anything for longer than the window.
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

const dayMs = 24 * 60 * 60 * 1000

/** Everything comes back at midnight UTC. */
export function dailyCounter(): UsageCounter {
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
