// Checks and errors that all changes of campaigns share.

import { isDeletedStatus } from '../../platforms/pro/status.ts'
import { ServiceError } from '../../runtime/errors.ts'

/** A deleted campaign group cannot be restored, so every change is refused. */
export function requireNotDeleted({ status }: { readonly status: string }): void {
  if (isDeletedStatus(status))
    throw createProRejection('adrail cannot change a deleted campaign.', 'campaignId')
}

/** Refuses a change that the state read from LinkedIn does not allow. */
export function createProRejection(problem: string, field: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', { field, values: { platform: 'pro', problem } })
}
