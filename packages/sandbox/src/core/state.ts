// The sandbox's entire state: one plain object that can be serialized as JSON. A snapshot contains exactly
// this object.

/**
 * The interface is open: each module declares its own property with `declare module`. The core therefore
 * knows no platform, and each platform owns its part.
 */
export interface State {
  /** The text from which every number and identifier of the starting world is derived. */
  seed: string
  /**
   * The clock's instant when the world was seeded, in milliseconds. Histories end here, and futures begin
   * here.
   */
  seededAt: number
  /** Sources of new identifiers, by kind. See `nextNumber`. */
  counters: Record<string, number>
}

/** Returns the next number of a kind: 1, 2, 3 … Identifiers come from here and are never random. */
export function nextNumber(state: State, kind: string): number {
  const number = (state.counters[kind] ?? 0) + 1
  state.counters[kind] = number
  return number
}
