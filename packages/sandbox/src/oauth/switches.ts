// Optional behaviors of the platforms that a tester can switch on and off.

declare module '../core/state.ts' {
  interface State {
    switches: Switches
  }
}

/** Optional behaviors of the platforms, mostly of their token endpoints. */
export interface Switches {
  social: {
    /** Exchanging a long-lived token again yields sixty new days instead of its remaining lifetime. */
    exchangeExtends: boolean
    /** The application accepts only calls with `appsecret_proof`. */
    proofRequired: boolean
    /**
     * The application has Login for Business: the dialog opens only for a saved configuration, never for
     * single permissions.
     */
    businessLogin: boolean
    /**
     * Posts of a page require `pages_read_user_content` besides `pages_read_engagement`, as some applications
     * report.
     */
    userContentRequired: boolean
    /**
     * Posts of a page are paged by time (`since`, `until`, `__paging_token`, `__previous`), as some responses
     * show.
     */
    timePaging: boolean
    /** Token responses omit `expires_in`, as seen in the field. */
    expiresInOmitted: boolean
  }
  search: {
    /** The consent screen is in testing: refresh tokens are valid for seven days. */
    testing: boolean
    /** New consents are time-based and end after this many seconds. 0 disables this. */
    timeBasedSeconds: number
    /** Every refresh replaces the refresh token. Using a replaced token invalidates the whole family. */
    rotation: boolean
  }
  pro: {
    /** The application is enabled for programmatic refresh. */
    refreshTokens: boolean
    /** Seconds during which a new access token is refused as revoked. */
    freshTokenDelaySeconds: number
    /** Seconds during which old permissions still apply after a consent with other scopes. */
    stickyPermissionsSeconds: number
    /** A member who allowed the same scopes before is redirected back without a consent page. */
    consentSkipped: boolean
    /** A campaign group cannot be created PAUSED. */
    pausedGroupsRefused: boolean
    /** Upload addresses refuse requests with the API's bearer token, as one live note reports. */
    bearerUploadsRefused: boolean
    /** Form of `x-li-signature`. Clients disagree: bare hex, or with the prefix `hmacsha256=`. */
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
