// What a tester turns on and off at the platforms' token endpoints.

declare module '../core/state.ts' {
  interface State {
    switches: Switches
  }
}

/** Behaviours of the platforms' token endpoints that a tester turns on. */
export interface Switches {
  social: {
    /** A long-lived token that is exchanged again gets sixty new days instead of its remaining life. */
    exchangeExtends: boolean
    /** The application accepts only calls with `appsecret_proof`. */
    proofRequired: boolean
    /** The application has Login for Business: it is shown only for a saved configuration, never for single permissions. */
    businessLogin: boolean
    /** Posts of a page take `pages_read_user_content` besides `pages_read_engagement`, as some applications report. */
    userContentRequired: boolean
    /** Posts of a page are paged by time (`since`, `until`, `__paging_token`, `__previous`), as some responses show. */
    timePaging: boolean
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
    /** A campaign group cannot be created PAUSED. */
    pausedGroupsRefused: boolean
    /** Upload addresses refuse requests with the API's bearer token, as one live note says. */
    bearerUploadsRefused: boolean
    /** How `x-li-signature` is written. Clients disagree: bare hex, or with `hmacsha256=` in front of it. */
    prefixedSignatures: boolean
    rotation: boolean
  }
}

export function defaultSwitches(): Switches {
  return {
    social: {
      exchangeExtends: false,
      proofRequired: false,
      businessLogin: false,
      userContentRequired: false,
      timePaging: false,
      expiresInOmitted: false,
    },
    search: { testing: false, timeBasedSeconds: 0, rotation: false },
    pro: {
      refreshTokens: true,
      freshTokenDelaySeconds: 0,
      stickyPermissionsSeconds: 0,
      consentSkipped: false,
      pausedGroupsRefused: false,
      bearerUploadsRefused: false,
      prefixedSignatures: false,
      rotation: false,
    },
  }
}
