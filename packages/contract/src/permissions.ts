// The platforms' permissions: which are asked for when an account is linked, and what each is for. Which operations need
// them is declared with the operations.

interface Permission {
  /** Without a needed one nothing can be linked; without an optional one some operations do not work; an extra one is asked for only where the operator says so. */
  readonly kind: 'needed' | 'optional' | 'extra'
  /** What it lets the service do, as the documentation says it. */
  readonly lets: string
}

/** https://developers.facebook.com/docs/permissions */
const social = {
  ads_read: { kind: 'needed', lets: 'see your ad accounts, campaigns and their figures' },
  ads_management: { kind: 'needed', lets: 'create and change advertising' },
  business_management: { kind: 'needed', lets: 'find the accounts and pages that belong to your business' },
  pages_show_list: { kind: 'needed', lets: 'list your pages' },
  pages_read_engagement: { kind: 'needed', lets: 'see the posts of your page' },
  pages_manage_ads: { kind: 'optional', lets: 'see the lead forms of your page' },
  instagram_basic: { kind: 'optional', lets: 'see the posts of your photo account' },
  pages_read_user_content: {
    kind: 'extra',
    lets: 'see the posts of your page where the platform asks for more',
  },
} as const satisfies Readonly<Record<string, Permission>>

/** https://developers.google.com/google-ads/api/docs/oauth/internals */
const search = {
  'https://www.googleapis.com/auth/adwords': {
    kind: 'needed',
    lets: 'see and manage your search advertising',
  },
} as const satisfies Readonly<Record<string, Permission>>

/** https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access */
const pro = {
  r_basicprofile: { kind: 'needed', lets: 'know your name' },
  r_ads: { kind: 'needed', lets: 'see your ad accounts' },
  rw_ads: { kind: 'needed', lets: 'create and change advertising' },
  r_ads_reporting: { kind: 'needed', lets: 'see the figures of your campaigns' },
  rw_dmp_segments: { kind: 'optional', lets: 'see the audiences that were uploaded or matched' },
} as const satisfies Readonly<Record<string, Permission>>

/** By platform. */
export const permissions = { social, search, pro } as const

export type PermissionName = {
  [Of in keyof typeof permissions]: keyof (typeof permissions)[Of]
}[keyof typeof permissions]

/** A permission that an operation needs at the platform. */
export interface PermissionUse {
  readonly permission: PermissionName
  /** What of the operation needs it; all of it when absent. */
  readonly part?: string
}

/** What every operation of a platform needs, by whether it changes something there. */
export const basePermissions = {
  social: { read: 'ads_read', write: 'ads_management' },
  search: {
    read: 'https://www.googleapis.com/auth/adwords',
    write: 'https://www.googleapis.com/auth/adwords',
  },
  pro: { read: 'r_ads', write: 'rw_ads' },
} as const satisfies Readonly<
  Record<keyof typeof permissions, Readonly<Record<'read' | 'write', PermissionName>>>
>
