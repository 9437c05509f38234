// Everything the sandbox remembers: one plain object that can be written as JSON. A snapshot is exactly this.

import type { PlatformName } from './exchange.ts'
import type { Code, Grant, Person, RegisteredApp, Token } from './people.ts'
import type { ProState } from './pro/state.ts'
import type { SearchState } from './search/state.ts'
import type { SocialState } from './social/state.ts'

export interface State {
  /** The text every number and identifier of the starting world is derived from. */
  seed: string
  /** The clock's instant when the world was made, in milliseconds: histories end here, futures begin here. */
  seededAt: number
  /** Sources of new identifiers, by kind. See `nextNumber`. */
  counters: Record<string, number>
  /** By key, such as `ada`. */
  people: Record<string, Person>
  /** Registered client applications by platform and client id. */
  apps: Record<PlatformName, Record<string, RegisteredApp>>
  /** Redirect addresses accepted besides loopback ones. */
  redirectUris: string[]
  grants: Record<string, Grant>
  /** By the token's text. */
  tokens: Record<string, Token>
  /** Authorization codes by their text. */
  codes: Record<string, Code>
  /** Seconds for which a new access token of the professional network is refused as revoked; 0 switches it off. */
  freshTokenDelaySeconds: number
  social: SocialState
  search: SearchState
  pro: ProState
}

/** The next number of a kind: 1, 2, 3 … Identifiers come from here, never from chance. */
export function nextNumber(state: State, kind: string): number {
  const next = (state.counters[kind] ?? 0) + 1
  state.counters[kind] = next
  return next
}
