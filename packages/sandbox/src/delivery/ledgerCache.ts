// A cache for delivery ledgers, which are slow to compute and follow from the state alone. The cache is
// therefore not part of the state.

import type { DeliveryLedger } from './delivery.ts'

/** Cache of the most recently used ledgers, within a memory limit. */
export interface LedgerCache {
  /**
   * Returns the ledger under a key. Opens a new ledger when the stamp, which covers all inputs of the ledger,
   * differs.
   */
  getOrOpen(key: string, stamp: string, open: () => DeliveryLedger): DeliveryLedger
}

export function createLedgerCache(maxCells: number): LedgerCache {
  const entries = new Map<string, { stamp: string; ledger: DeliveryLedger }>()
  return {
    getOrOpen: (key, stamp, open) => {
      const cached = entries.get(key)
      const entry = cached !== undefined && cached.stamp === stamp ? cached : { stamp, ledger: open() }
      entries.delete(key)
      entries.set(key, entry)
      let totalCells = 0
      for (const cachedEntry of entries.values()) totalCells += cachedEntry.ledger.countCells()
      for (const [oldest, cachedEntry] of entries) {
        if (totalCells <= maxCells || oldest === key) break
        totalCells -= cachedEntry.ledger.countCells()
        entries.delete(oldest)
      }
      return entry.ledger
    },
  }
}

/** Creates a lookup with one cache per state object, which lives as long as the state. */
export function createLedgerCaches<State extends object>(maxCells: number): (state: State) => LedgerCache {
  const cacheByState = new WeakMap<State, LedgerCache>()
  return (state) => {
    const cache = cacheByState.get(state) ?? createLedgerCache(maxCells)
    cacheByState.set(state, cache)
    return cache
  }
}
