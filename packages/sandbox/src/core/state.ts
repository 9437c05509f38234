// Everything the sandbox remembers: one plain object that can be written as JSON. A snapshot is exactly this.

/**
 * Open on purpose: whoever keeps something here declares its member beside its own code (`declare module`), so that the
 * core knows none of the platforms and each of them owns its part.
 */
export interface State {
  /** The text every number and identifier of the starting world is derived from. */
  seed: string
  /** The clock's instant when the world was made, in milliseconds: histories end here, futures begin here. */
  seededAt: number
  /** Sources of new identifiers, by kind. See `nextNumber`. */
  counters: Record<string, number>
}

/** The next number of a kind: 1, 2, 3 … Identifiers come from here, never from chance. */
export function nextNumber(state: State, kind: string): number {
  const next = (state.counters[kind] ?? 0) + 1
  state.counters[kind] = next
  return next
}
