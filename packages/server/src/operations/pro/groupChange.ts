// What changes of campaigns have in common.

import { ServiceError } from '../../base/errors.ts'
import { isDeleted } from '../../platforms/pro/groupStatus.ts'

/** What was deleted is gone for good. */
export function requirePresent({ status }: { readonly status: string }): void {
  if (isDeleted(status)) throw refused('a deleted campaign cannot be changed.', 'campaignId')
}

/** The platform was asked, and what it said rules the change out. */
export function refused(problem: string, field: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', { field, values: { platform: 'pro', problem } })
}
