// The declaration of Google Ads.

import { connectionErrors, upstreamErrors } from '../../errorSets.ts'
import type { PlatformDeclaration } from '../platformDeclaration.ts'
import { searchAccount } from './account.ts'
import { searchLeadSource } from './leadSource.ts'
import { searchBasePermissions, searchPermissions } from './permissions.ts'

export const search = {
  name: 'Google Ads',
  publicName: 'Google Ads',
  siteName: 'Google Ads',
  linkName: 'SEARCH',
  variablePrefix: 'SEARCH',
  searchWords: ['google', 'adwords'],
  imageSizes: 'square from 300 × 300 or 1.91:1 from 600 × 314 pixels',
  guideTitle: 'Live at Google',
  group: {
    title: 'Search advertising',
    description: 'Manages search campaigns and their keywords, ads and extensions.',
  },
  permissions: searchPermissions,
  basePermissions: searchBasePermissions,
  errors: [...connectionErrors, 'ACCOUNT_SUSPENDED', ...upstreamErrors],
  accountField: 'searchAds',
  account: searchAccount,
  leadSource: searchLeadSource,
} as const satisfies PlatformDeclaration
