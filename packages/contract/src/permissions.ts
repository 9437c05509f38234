// Permissions of the platforms: when adrail requests each one, and what for. The operations declare which
// permissions they need.

interface Permission {
  /**
   * Without a `needed` permission nothing can be linked. Without an `optional` one some operations do not
   * work. adrail requests an `extra` one only where the operator configures it, and one for `leads` only
   * where leads are read.
   */
  readonly kind: 'needed' | 'optional' | 'extra' | 'leads'
  /** What the permission allows adrail to do, for the documents. */
  readonly lets: string
  /** Why the platform should grant the permission, for its reviewer. */
  readonly reason: string
}

/** Source: https://developers.facebook.com/docs/permissions */
const social = {
  ads_read: {
    kind: 'needed',
    lets: 'see your ad accounts, campaigns and their figures',
    reason:
      'Advertisers choose their own ad account and see its campaigns, ad sets, ads and results in our product.',
  },
  ads_management: {
    kind: 'needed',
    lets: 'create and change advertising',
    reason:
      'Advertisers create, budget, pause and resume their campaigns from our product, upload videos and make audiences for them.',
  },
  business_management: {
    kind: 'needed',
    lets: 'find the accounts and pages that belong to your business',
    reason:
      'Most ad accounts and pages belong to a business portfolio; without it they are missing from the list that the advertiser chooses from.',
  },
  pages_show_list: {
    kind: 'needed',
    lets: 'list your pages',
    reason: 'An ad is published in the name of a page: the advertiser chooses which of their own.',
  },
  pages_read_engagement: {
    kind: 'needed',
    lets: 'see the posts of your page',
    reason:
      'Advertisers pick an existing post of their own page, with its picture or video, to advertise it.',
  },
  pages_manage_ads: {
    kind: 'optional',
    lets: 'see and make the lead forms of your page',
    reason:
      'Advertisers choose among the lead forms of their own page, make new ones, and make audiences of who filled them in.',
  },
  instagram_basic: {
    kind: 'optional',
    lets: 'see the posts of your photo account',
    reason:
      'Advertisers pick an existing post of the Instagram account that is connected to their page, to advertise it.',
  },
  pages_read_user_content: {
    kind: 'extra',
    lets: 'see the posts of your page where the platform asks for more',
    reason: 'Reading the posts of the advertiser’s own page is refused to our app without it.',
  },
  leads_retrieval: {
    kind: 'leads',
    lets: 'read what people fill in on the lead forms of your page',
    reason:
      'Advertisers receive the answers to their own lead forms in our product, soon after they were sent.',
  },
  pages_manage_metadata: {
    kind: 'leads',
    lets: 'be told when somebody fills in a lead form of your page',
    reason: 'The advertiser’s page tells our product of a new lead, so that it is answered within minutes.',
  },
} as const satisfies Readonly<Record<string, Permission>>

/** Source: https://developers.google.com/google-ads/api/docs/oauth/internals */
const search = {
  'https://www.googleapis.com/auth/adwords': {
    kind: 'needed',
    lets: 'see and manage your search advertising',
    reason:
      'Advertisers create, watch, budget and pause search campaigns of their own accounts from our product.',
  },
} as const satisfies Readonly<Record<string, Permission>>

/** Source: https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access */
const pro = {
  r_basicprofile: {
    kind: 'needed',
    lets: 'know your name',
    reason: 'The member sees under which name an ad account was connected.',
  },
  r_ads: {
    kind: 'needed',
    lets: 'see your ad accounts',
    reason: 'The member chooses which of their ad accounts our product works with.',
  },
  rw_ads: {
    kind: 'needed',
    lets: 'create and change advertising',
    reason:
      'Members create, budget, pause and resume the campaigns of their own ad accounts from our product.',
  },
  r_ads_reporting: {
    kind: 'needed',
    lets: 'see the figures of your campaigns',
    reason: 'Members see the results of their own campaigns in our product.',
  },
  r_organization_social: {
    kind: 'optional',
    lets: 'see the posts of your company page',
    reason: 'Members pick an existing post of their own company page, to advertise it.',
  },
  w_organization_social: {
    kind: 'optional',
    lets: 'make ads in the name of your company page',
    reason: 'A new ad is a post in the name of the advertiser’s own company page, with its image or video.',
  },
  rw_dmp_segments: {
    kind: 'optional',
    lets: 'see the audiences that were uploaded or matched',
    reason:
      'Members see which matched audiences their ad account has, how large they are and whether they are ready.',
  },
  r_marketing_leadgen_automation: {
    kind: 'leads',
    lets: 'read what members fill in on your lead forms',
    reason: 'Members receive the answers to the lead forms of their own ad accounts in our product.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const permissions = { social, search, pro } as const

export type PermissionName<Name extends keyof typeof permissions = keyof typeof permissions> = {
  [PlatformKey in Name]: keyof (typeof permissions)[PlatformKey]
}[Name]

/** A permission that an operation needs at the platform. */
export interface PermissionUse {
  readonly permission: PermissionName
  /** The part of the operation that needs the permission. Absent when the whole operation needs it. */
  readonly part?: string
}

/** Permissions that every operation of a platform needs, by whether it changes something there. */
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
