// Everything the sandbox remembers: one plain object that can be written as JSON. A snapshot is exactly this.

import type { Code, Grant, Person, RegisteredApp, Token } from '../oauth/people.ts'
import type { ProState } from '../pro/state.ts'
import type { SearchState } from '../search/state.ts'
import type { SocialState } from '../social/state.ts'
import type { PlatformName } from './exchange.ts'

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
  switches: Switches
  social: SocialState
  search: SearchState
  pro: ProState
}

/** Behaviours of the platforms' token endpoints that a tester turns on. */
export interface Switches {
  social: {
    /** A long-lived token that is exchanged again gets sixty new days instead of its remaining life. */
    exchangeExtends: boolean
    /** The application accepts only calls with `appsecret_proof`. */
    proofRequired: boolean
    /** Token answers leave `expires_in` out, as is seen in the field. */
    expiresInOmitted: boolean
  }
  search: {
    /** The consent screen is in testing: refresh tokens live seven days. */
    testing: boolean
    /** New consents are time-based and end after so many seconds; 0 switches it off. */
    timeBasedSeconds: number
    /** Every refresh replaces the refresh token; using a replaced one kills the whole family. */
    rotation: boolean
  }
  pro: {
    /** The application is enabled for programmatic refresh. */
    refreshTokens: boolean
    /** Seconds for which a new access token is refused as revoked. */
    freshTokenDelaySeconds: number
    /** Seconds for which old permissions stick after a consent with other scopes. */
    stickyPermissionsSeconds: number
    /** A member who allowed the same scopes before is not asked again but sent straight back. */
    consentSkipped: boolean
    rotation: boolean
  }
}

export function defaultSwitches(): Switches {
  return {
    social: { exchangeExtends: false, proofRequired: false, expiresInOmitted: false },
    search: { testing: false, timeBasedSeconds: 0, rotation: false },
    pro: {
      refreshTokens: true,
      freshTokenDelaySeconds: 0,
      stickyPermissionsSeconds: 0,
      consentSkipped: false,
      rotation: false,
    },
  }
}

/** The next number of a kind: 1, 2, 3 … Identifiers come from here, never from chance. */
export function nextNumber(state: State, kind: string): number {
  const next = (state.counters[kind] ?? 0) + 1
  state.counters[kind] = next
  return next
}
