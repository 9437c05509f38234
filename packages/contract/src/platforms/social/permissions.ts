import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://developers.facebook.com/docs/permissions */
export const socialPermissions = {
  ads_read: {
    kind: 'needed',
    lets: 'see your ad accounts, campaigns and their metrics',
    reason:
      'Advertisers choose their own ad account and see its campaigns, ad sets, ads and results in our product.',
  },
  ads_management: {
    kind: 'needed',
    lets: 'create and change advertising',
    reason:
      'Advertisers create, budget, pause and resume their campaigns from our product, upload videos and create audiences for them.',
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
    reason: 'An ad is published in the name of a page. The advertiser chooses one of their own pages.',
  },
  pages_read_engagement: {
    kind: 'needed',
    lets: 'see the posts of your page',
    reason:
      'Advertisers pick an existing post of their own page, with its picture or video, to advertise it.',
  },
  pages_manage_ads: {
    kind: 'optional',
    lets: 'see and create the lead forms of your page',
    reason:
      'Advertisers choose among the lead forms of their own page, create new forms, and create audiences of people who submitted forms.',
  },
  instagram_basic: {
    kind: 'optional',
    lets: 'see the posts of your Instagram account',
    reason:
      'Advertisers pick an existing post of the Instagram account that is connected to their page, to advertise it.',
  },
  pages_read_user_content: {
    kind: 'extra',
    lets: 'see the posts of your page where the platform asks for more',
    reason: 'Meta refuses our app access to the posts of the advertiser’s own page without the permission.',
  },
  leads_retrieval: {
    kind: 'leads',
    leadPart: 'leads of Meta',
    lets: 'read what people fill in on the lead forms of your page',
    reason:
      'Advertisers receive the answers to their own lead forms in our product, soon after the submission.',
  },
  pages_manage_metadata: {
    kind: 'leads',
    leadPart: 'notifications about new leads',
    lets: 'be notified when someone submits a lead form of your page',
    reason:
      'The advertiser’s page notifies our product of a new lead, so that the advertiser can respond within minutes.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const socialBasePermissions = {
  read: 'ads_read',
  write: 'ads_management',
} as const satisfies BasePermissions<typeof socialPermissions>
