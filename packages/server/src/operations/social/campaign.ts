// What changes of campaigns have in common.

import { ServiceError } from '../../base/errors.ts'

/** What was deleted is gone for good. */
export function requireNotDeletedCampaign({ status }: { readonly status: string }): void {
  if (status === 'DELETED') throw createSocialRejection('a deleted campaign cannot be changed.', 'campaignId')
}

/** The platform was asked, and what it said rules the change out. */
export function createSocialRejection(problem: string, field: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', { field, values: { platform: 'social', problem } })
}
