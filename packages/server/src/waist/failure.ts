// Converts anything thrown to an error of the contract's table.

import { ServiceError } from '../base/errors.ts'
import { storeFailure } from '../store/failures.ts'

/** An unexpected error is a defect of adrail and becomes `INTERNAL`. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return storeFailure(thrown) ?? new ServiceError('INTERNAL', { cause: thrown })
}
