// A cache for delivery ledgers, which are slow to compute and follow from the state alone. The cache is
// therefore not part of the state.

import type { Ledger } from './delivery.ts'

/** Cache of the most recently used ledgers, within a memory limit. */
export interface Shelf {
  /**
   * Returns the ledger under a key. Opens a new ledger when the stamp, which covers all inputs of the ledger,
   * differs.
   */
  take(key: string, stamp: string, open: () => Ledger): Ledger
}

export function openShelf(maxCells: number): Shelf {
  const kept = new Map<string, { stamp: string; ledger: Ledger }>()
  return {
    take: (key, stamp, open) => {
      const found = kept.get(key)
      const entry = found !== undefined && found.stamp === stamp ? found : { stamp, ledger: open() }
      kept.delete(key)
      kept.set(key, entry)
      let cells = 0
      for (const each of kept.values()) cells += each.ledger.cells()
      for (const [oldest, each] of kept) {
        if (cells <= maxCells || oldest === key) break
        cells -= each.ledger.cells()
        kept.delete(oldest)
      }
      return entry.ledger
    },
  }
}

/** Creates a lookup with one cache per state object, which lives as long as the state. */
export function shelvesBeside<State extends object>(maxCells: number): (state: State) => Shelf {
  const shelves = new WeakMap<State, Shelf>()
  return (state) => {
    const shelf = shelves.get(state) ?? openShelf(maxCells)
    shelves.set(state, shelf)
    return shelf
  }
}
