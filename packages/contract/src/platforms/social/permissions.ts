import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://developers.facebook.com/docs/permissions */
export const socialPermissions = {
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
    leadPart: 'leads of the social platform',
    lets: 'read what people fill in on the lead forms of your page',
    reason:
      'Advertisers receive the answers to their own lead forms in our product, soon after they were sent.',
  },
  pages_manage_metadata: {
    kind: 'leads',
    leadPart: 'being told of them at once',
    lets: 'be told when somebody fills in a lead form of your page',
    reason: 'The advertiser’s page tells our product of a new lead, so that it is answered within minutes.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const socialBasePermissions = {
  read: 'ads_read',
  write: 'ads_management',
} as const satisfies BasePermissions<typeof socialPermissions>
