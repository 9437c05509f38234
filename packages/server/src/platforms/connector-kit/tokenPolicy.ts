// How adrail keeps the tokens of a platform valid.

/** The times before the expiry of an access token at which adrail replaces the token. */
export interface RefreshWindows {
  /** adrail refreshes in the background, and callers still use the old token. */
  readonly softMs: number
  /** Callers wait for the refresh. */
  readonly hardMs: number
}

export interface TokenPolicy {
  /** True when a consent without a refresh token cannot be used. */
  readonly requiresRefreshToken: boolean
  /** Returns undefined when adrail cannot replace the access token, so that the consent expires with it. */
  refreshWindows(hasRefreshToken: boolean): RefreshWindows | undefined
  /**
   * How adrail verifies once a week that the consent of an idle credential is still valid. `refresh` also
   * means that an idle credential is not refreshed more often, because nothing needs its access token.
   */
  readonly weeklyCheck: 'refresh' | 'inspect'
  /** For this long after its issue, the platform can reject a valid token. */
  readonly newTokenGraceMs: number
}
