// From whatever was thrown to what a caller reads.

import { errors, type Failure } from '@adrail/contract'
import { ServiceError } from '../base/errors.ts'
import { storeFailure } from '../store/failures.ts'

/** Whatever was thrown, as an error of the table. What nobody foresaw is a defect of ours. */
export function asServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  return storeFailure(thrown) ?? new ServiceError('INTERNAL', { cause: thrown })
}

export function failureResults(failure: ServiceError): Failure {
  const { field, flaws, operationId, platformError } = failure.details
  return {
    success: false,
    error: failure.message,
    code: failure.code,
    retryable: errors[failure.code].retryable,
    ...(field === undefined ? {} : { field }),
    ...(flaws === undefined ? {} : { details: [...flaws] }),
    ...(operationId === undefined ? {} : { operationId }),
    ...(platformError === undefined ? {} : { platformError }),
  }
}
