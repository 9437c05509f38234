// Ledgers take long to fill and follow from the state alone: they are kept beside it, never in it.

import type { Ledger } from './delivery.ts'

/** Keeps ledgers that were opened, the most recently used ones, within a bound of memory. */
export interface Shelf {
  /** The ledger under a key; opened anew when its stamp (whatever the ledger depends on) differs. */
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

/** A shelf for each state that it is asked of, as long as the state lives. */
export function shelvesBeside<State extends object>(maxCells: number): (state: State) => Shelf {
  const shelves = new WeakMap<State, Shelf>()
  return (state) => {
    const shelf = shelves.get(state) ?? openShelf(maxCells)
    shelves.set(state, shelf)
    return shelf
  }
}
