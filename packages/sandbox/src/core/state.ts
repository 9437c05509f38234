// The sandbox's entire state: one plain object that can be serialized as JSON. A snapshot contains exactly
// this object.

/**
 * Each platform declares its part of the state here with `declare module`. The core therefore knows no platform,
 * and each platform owns its part.
 */
// biome-ignore lint/suspicious/noEmptyInterface: The platforms declare its properties.
export interface PlatformStates {}

/** Each platform declares its optional behaviors here, which a tester can switch on and off. */
// biome-ignore lint/suspicious/noEmptyInterface: The platforms declare its properties.
export interface Switches {}

/** The interface is open: modules outside the core declare their own properties with `declare module`. */
export interface State extends PlatformStates {
  /** The text from which every number and identifier of the starting world is derived. */
  seed: string
  /**
   * The clock's instant when the world was seeded, in milliseconds. Histories end here, and futures begin
   * here.
   */
  seededAt: number
  /** Sources of new identifiers, by kind. See `nextNumber`. */
  counters: Record<string, number>
  switches: Switches
}

/** Returns the next number of a kind: 1, 2, 3 … Identifiers come from here and are never random. */
export function nextNumber(state: State, kind: string): number {
  const number = (state.counters[kind] ?? 0) + 1
  state.counters[kind] = number
  return number
}
