import type { BasePermissions, Permission } from '../platformDeclaration.ts'

/** Source: https://developers.google.com/google-ads/api/docs/oauth/internals */
export const searchPermissions = {
  'https://www.googleapis.com/auth/adwords': {
    kind: 'needed',
    lets: 'see and manage your search advertising',
    reason:
      'Advertisers use our product to create, monitor, budget and pause search campaigns in their own accounts.',
  },
} as const satisfies Readonly<Record<string, Permission>>

export const searchBasePermissions = {
  read: 'https://www.googleapis.com/auth/adwords',
  write: 'https://www.googleapis.com/auth/adwords',
} as const satisfies BasePermissions<typeof searchPermissions>
