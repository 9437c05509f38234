import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://developers.facebook.com/docs/permissions */
export const socialPermissions = {
  ads_read: {
    kind: 'needed',
    lets: 'see your ad accounts, campaigns and their metrics',
    reason:
      'In our product, advertisers choose their own ad account and see its campaigns, ad sets, ads and results.',
  },
  ads_management: {
    kind: 'needed',
    lets: 'create and change advertising',
    reason:
      'Advertisers use our product to create, budget, pause and resume their campaigns, and to upload videos and create audiences for the campaigns.',
  },
  business_management: {
    kind: 'needed',
    lets: 'find the accounts and pages that belong to your business',
    reason:
      "Most ad accounts and pages belong to a business portfolio. Without the permission, they are missing from the advertiser's list.",
  },
  pages_show_list: {
    kind: 'needed',
    lets: 'list your pages',
    reason: 'An ad is published on behalf of a page. The advertiser chooses one of their own pages.',
  },
  pages_read_engagement: {
    kind: 'needed',
    lets: 'see the posts on your page',
    reason:
      'Advertisers choose an existing post from their own page, with its image or video, and advertise it.',
  },
  pages_manage_ads: {
    kind: 'optional',
    lets: 'see and create the lead forms on your page',
    reason:
      'Advertisers choose from the lead forms on their own page, create new forms, and create audiences of people who submitted forms.',
  },
  instagram_basic: {
    kind: 'optional',
    lets: 'see the posts on your Instagram account',
    reason:
      'Advertisers choose an existing post from the Instagram account that is connected to their page, and advertise it.',
  },
  pages_read_user_content: {
    kind: 'extra',
    lets: 'see the posts on your page, if the platform requires an additional permission',
    reason:
      "Without the permission, Meta does not allow our app to read the posts on the advertiser's own page.",
  },
  leads_retrieval: {
    kind: 'leads',
    leadPart: 'leads from Meta',
    lets: 'read what people fill in on the lead forms on your page',
    reason:
      'In our product, advertisers receive the answers to their own lead forms soon after each submission.',
  },
  pages_manage_metadata: {
    kind: 'leads',
    leadPart: 'notifications about new leads',
    lets: 'be notified when someone submits a lead form on your page',
    reason:
      "The advertiser's page notifies our product of each new lead, so that the advertiser can respond within minutes.",
  },
} as const satisfies Readonly<Record<string, Permission>>

export const socialBasePermissions = {
  read: 'ads_read',
  write: 'ads_management',
} as const satisfies BasePermissions<typeof socialPermissions>
