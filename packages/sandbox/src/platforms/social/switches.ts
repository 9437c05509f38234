// Optional behaviors that a tester can switch on and off.

declare module '../../core/state.ts' {
  interface Switches {
    social: SocialSwitches
  }
}

export interface SocialSwitches {
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

export function defaultSocialSwitches(): SocialSwitches {
  return {
    exchangeExtends: false,
    proofRequired: false,
    businessLogin: false,
    userContentRequired: false,
    timePaging: false,
    expiresInOmitted: false,
  }
}
