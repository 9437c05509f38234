import { ServiceError } from '../runtime/errors.ts'

/** Such an error, for example a revoked consent, needs user action. All other errors are transient. */
export function needsUserAction(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500
}
