// Optional behaviors that a tester can switch on and off.

declare module '../../core/state.ts' {
  interface Switches {
    search: SearchSwitches
  }
}

export interface SearchSwitches {
  /** The consent screen is in testing: refresh tokens are valid for seven days. */
  testing: boolean
  /** New consents are time-based and end after this many seconds. 0 disables this. */
  timeBasedSeconds: number
  /** Every refresh replaces the refresh token. Using a replaced token invalidates the whole family. */
  rotation: boolean
}

export function defaultSearchSwitches(): SearchSwitches {
  return { testing: false, timeBasedSeconds: 0, rotation: false }
}
