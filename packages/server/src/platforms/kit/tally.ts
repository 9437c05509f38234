// How much was used lately, where what was used comes back after a while.

export interface Tally {
  add(amount: number, now: number): void
  total(now: number): number
  /** How long until the total has fallen to this by itself. */
  untilTotal(wanted: number, now: number): number
}

/** Into so many pieces a window is cut: what was used in one of them comes back at once. */
const pieces = 48

/** What was used comes back once it is as old as the window. */
export function slidingTally(windowMs: number): Tally {
  const pieceMs = windowMs / pieces
  let used: { readonly endsAt: number; amount: number }[] = []
  // A clock that was turned back is no reason to hold anything for longer than the window.
  const lately = (now: number) =>
    used.filter(({ endsAt }) => endsAt + windowMs > now && endsAt - pieceMs <= now)
  const total = (now: number) => lately(now).reduce((sum, { amount }) => sum + amount, 0)
  return {
    add(amount, now) {
      used = lately(now)
      const last = used.at(-1)
      if (last && last.endsAt > now) last.amount += amount
      else used.push({ endsAt: now + pieceMs, amount })
    },
    total,
    untilTotal(wanted, now) {
      let left = total(now)
      if (left <= wanted) return 0
      for (const { endsAt, amount } of lately(now)) {
        left -= amount
        if (left <= wanted) return endsAt + windowMs - now
      }
      return windowMs
    },
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** Everything comes back at midnight UTC. */
export function dailyTally(): Tally {
  let day = 0
  let used = 0
  const total = (now: number) => (Math.floor(now / dayMs) === day ? used : 0)
  return {
    add(amount, now) {
      used = total(now) + amount
      day = Math.floor(now / dayMs)
    },
    total,
    untilTotal: (wanted, now) => (total(now) <= wanted ? 0 : dayMs - (now % dayMs)),
  }
}
