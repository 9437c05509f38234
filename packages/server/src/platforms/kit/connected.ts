// What a connector is given: the user's chosen accounts, and tokens that work.

import type { Platform } from './names.ts'
import type { Selections } from './selections.ts'

export interface FreshToken {
  readonly accessToken: string
  /** Counts the credential's sets of tokens; told back when the platform refuses this one. */
  readonly version: number
}

export interface Connected<Name extends Platform> {
  readonly selection: Selections[Name]
  /** A token that works now; say which version was refused to get a newer one. */
  token(rejectedVersion?: number): Promise<FreshToken>
  /** Social: the token of the chosen page. */
  pageToken(): string
}
