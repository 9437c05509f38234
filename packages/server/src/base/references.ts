// Collects references to objects that the account does not have. One error lists all of them before anything
// is written.

import type { Violation } from '@adrail/contract'
import { ServiceError } from './errors.ts'

export class References {
  readonly #missing: Violation[] = []

  /** Records a missing object, unless it exists. */
  require(isThere: boolean, field: string, problem: string): void {
    if (!isThere) this.#missing.push({ field, code: 'NOT_ALLOWED', message: `${field}: ${problem}` })
  }

  /** Throws if an object was missing. */
  check(): void {
    const [first] = this.#missing
    if (!first) return
    throw new ServiceError('REFERENCE_NOT_FOUND', {
      field: first.field,
      values: { problem: first.message },
      flaws: this.#missing.slice(0, 20),
    })
  }
}
