// The declaration of Town Board, a fictional local newspaper's ad service.

import { connectionErrors, upstreamErrors } from '../../errorSets.ts'
import type { PlatformDeclaration, Zod } from '../platformDeclaration.ts'

export const town = {
  name: 'Town Board',
  publicName: 'Town Board',
  siteName: 'Town Board',
  linkName: 'TOWN',
  guideTitle: 'Town Board',
  variablePrefix: 'TOWN',
  searchWords: ['newspaper'],
  group: { title: 'Local newspaper', description: 'Campaigns in a local newspaper.' },
  permissions: {
    ads: {
      kind: 'needed',
      lets: 'see and manage your ads',
      reason: 'Advertisers create and see their ads in our product.',
    },
    leads: {
      kind: 'leads',
      lets: 'read replies to your ads',
      reason: 'Advertisers receive the replies to their ads in our product.',
      leadPart: 'leads of the local newspaper',
    },
  },
  basePermissions: { read: 'ads', write: 'ads' },
  errors: [...connectionErrors, ...upstreamErrors],
  accountField: 'townAds',
  account: (z: Zod) => ({
    userName: z.string(),
    accountId: z.number(),
    accountIdText: z.string(),
    accountName: z.string(),
    currencyCode: z.string(),
  }),
  leadSource: () => ({}),
} as const satisfies PlatformDeclaration
