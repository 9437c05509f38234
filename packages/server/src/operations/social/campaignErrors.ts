// Checks and errors that all campaign changes share.

import { ServiceError } from '../../runtime/errors.ts'

/** The platform cannot restore a deleted campaign. */
export function requireNotDeletedCampaign({ status }: { readonly status: string }): void {
  if (status === 'DELETED')
    throw createSocialRejection('adrail cannot change a deleted campaign.', 'campaignId')
}

/** Creates the error for a change that the state reported by the platform rules out. */
export function createSocialRejection(problem: string, field: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', { field, values: { platform: 'social', problem } })
}
