// Converts anything thrown to an error of the contract's table.

import { ServiceError } from '../runtime/errors.ts'
import { toStoreError } from '../store/failures.ts'

/** An unexpected error is a defect of adrail and becomes `INTERNAL`. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return toStoreError(error) ?? new ServiceError('INTERNAL', { cause: error })
}
