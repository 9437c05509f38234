import { ServiceError } from '../base/errors.ts'

/** What only a person can mend, such as an account that has to be linked again; anything else may pass by itself. */
export function needsPerson(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.status < 500
}
