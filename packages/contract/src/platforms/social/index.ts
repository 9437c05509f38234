// The declaration of Meta.

import { connectionErrors, upstreamErrors } from '../../errorSets.ts'
import type { PlatformDeclaration } from '../platformDeclaration.ts'
import { socialAccount } from './account.ts'
import { socialBasePermissions, socialPermissions } from './permissions.ts'

export const social = {
  name: 'Meta',
  publicName: 'Facebook and Instagram',
  siteName: 'Facebook',
  linkName: 'SOCIAL_A',
  networkNames: { SOCIAL_A: 'Facebook', SOCIAL_B: 'Instagram' },
  variablePrefix: 'SOCIAL',
  searchWords: ['facebook', 'instagram', 'meta'],
  imageSizes: 'at least 400 pixels wide and high',
  guideTitle: 'Live at Meta',
  group: {
    title: 'Social networks',
    description:
      'Posts, media, targeting, campaigns and insights on Facebook (`SOCIAL_A`) and Instagram (`SOCIAL_B`).',
  },
  permissions: socialPermissions,
  basePermissions: socialBasePermissions,
  errors: [...connectionErrors, 'ACCOUNT_SUSPENDED', ...upstreamErrors],
  accountField: 'socialAds',
  account: socialAccount,
  leadSource: () => ({}),
} as const satisfies PlatformDeclaration
