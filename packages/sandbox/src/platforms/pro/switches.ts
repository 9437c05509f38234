// Optional behaviors that a tester can switch on and off.

declare module '../../core/state.ts' {
  interface Switches {
    pro: ProSwitches
  }
}

export interface ProSwitches {
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

export function defaultProSwitches(): ProSwitches {
  return {
    refreshTokens: true,
    freshTokenDelaySeconds: 0,
    stickyPermissionsSeconds: 0,
    consentSkipped: false,
    pausedGroupsRefused: false,
    bearerUploadsRefused: false,
    prefixedSignatures: false,
    rotation: false,
  }
}
