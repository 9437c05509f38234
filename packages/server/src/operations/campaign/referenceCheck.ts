// Collects references to objects that the account does not have. One error lists all of them before anything
// is written.

import type { Violation } from '@adrail/contract'
import { ServiceError } from '../../runtime/errors.ts'

export class ReferenceCheck {
  readonly #violations: Violation[] = []

  /** Records a missing object, unless it exists. */
  require(exists: boolean, field: string, problem: string): void {
    if (!exists) this.#violations.push({ field, code: 'NOT_ALLOWED', message: `${field}: ${problem}` })
  }

  /** Throws if an object was missing. */
  assertNoneMissing(): void {
    const [first] = this.#violations
    if (!first) return
    throw new ServiceError('REFERENCE_NOT_FOUND', {
      field: first.field,
      values: { problem: first.message },
      violations: this.#violations.slice(0, 20),
    })
  }
}
