import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://learn.microsoft.com/en-us/linkedin/marketing/increasing-access */
export const proPermissions = {
  r_basicprofile: {
    kind: 'needed',
    lets: 'know your name',
    reason: 'The member sees the name under which an ad account was connected.',
  },
  r_ads: {
    kind: 'needed',
    lets: 'see your ad accounts',
    reason: 'The member chooses which of their ad accounts to use with our product.',
  },
  rw_ads: {
    kind: 'needed',
    lets: 'create and change advertising',
    reason: 'Members use our product to create, budget, pause and resume campaigns in their own ad accounts.',
  },
  r_ads_reporting: {
    kind: 'needed',
    lets: 'see the metrics of your campaigns',
    reason: 'Members see the results of their own campaigns in our product.',
  },
  r_organization_social: {
    kind: 'optional',
    lets: 'see the posts on your company page',
    reason: 'Members choose an existing post from their own company page and advertise it.',
  },
  w_organization_social: {
    kind: 'optional',
    lets: 'create ads on behalf of your company page',
    reason: "A new ad is a post on behalf of the advertiser's own company page, with an image or video.",
  },
  rw_dmp_segments: {
    kind: 'optional',
    lets: 'see the audiences that were uploaded or matched',
    reason:
      'Members see the matched audiences in their ad account, how large each audience is and whether it is ready.',
  },
  r_marketing_leadgen_automation: {
    kind: 'leads',
    leadPart: 'leads from LinkedIn',
    lets: 'read what members fill in on your lead forms',
    reason: 'In our product, members receive the answers to the lead forms in their own ad accounts.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const proBasePermissions = {
  read: 'r_ads',
  write: 'rw_ads',
} as const satisfies BasePermissions<typeof proPermissions>
