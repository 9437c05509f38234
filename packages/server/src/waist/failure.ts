// From whatever was thrown to an error of the table.

import { ServiceError } from '../base/errors.ts'
import { storeFailure } from '../store/failures.ts'

/** Whatever was thrown, as an error of the table. What nobody foresaw is a defect of ours. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return storeFailure(thrown) ?? new ServiceError('INTERNAL', { cause: thrown })
}
