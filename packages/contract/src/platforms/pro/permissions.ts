import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access */
export const proPermissions = {
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
    lets: 'see the metrics of your campaigns',
    reason: 'Members see the results of their own campaigns in our product.',
  },
  r_organization_social: {
    kind: 'optional',
    lets: 'see the posts of your company page',
    reason: 'Members pick an existing post of their own company page, to advertise it.',
  },
  w_organization_social: {
    kind: 'optional',
    lets: 'create ads in the name of your company page',
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
    leadPart: 'leads of LinkedIn',
    lets: 'read what members fill in on your lead forms',
    reason: 'Members receive the answers to the lead forms of their own ad accounts in our product.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const proBasePermissions = {
  read: 'r_ads',
  write: 'rw_ads',
} as const satisfies BasePermissions<typeof proPermissions>
