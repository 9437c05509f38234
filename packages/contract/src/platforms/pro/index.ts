// The declaration of LinkedIn.

import { connectionErrors, upstreamErrors } from '../../errorSets.ts'
import type { PlatformDeclaration } from '../platformDeclaration.ts'
import { proAccount } from './account.ts'
import { proBasePermissions, proPermissions } from './permissions.ts'

export const pro = {
  name: 'LinkedIn',
  publicName: 'LinkedIn',
  siteName: 'LinkedIn',
  linkName: 'PROFESSIONAL',
  variablePrefix: 'PRO',
  searchWords: ['linkedin'],
  guideTitle: 'Live at LinkedIn',
  group: {
    title: 'Professional network',
    description: 'Posts, media, targeting, audiences, campaigns and insights on LinkedIn.',
  },
  permissions: proPermissions,
  basePermissions: proBasePermissions,
  // LinkedIn does not distinguish a suspended account from one that the person may not see.
  errors: [...connectionErrors, ...upstreamErrors],
  accountField: 'proAds',
  account: proAccount,
  leadSource: () => ({}),
} as const satisfies PlatformDeclaration
