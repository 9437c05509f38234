/** The access tiers that a platform grants to apps. */
export interface AccessTiers {
  /** Returns the tiers that the headers of a response state. */
  readonly parseHeaders: (headers: Readonly<Record<string, string>>) => readonly string[]
  /** Tier of an app that the platform has not reviewed. */
  readonly limitedTier: string
  /** Describes the limits of `limitedTier`. */
  readonly limits: string
}
