// What a request refers to and the account does not have: all of it told at once, before anything is written.

import type { Flaw } from '@adrail/contract'
import { ServiceError } from './errors.ts'

export class References {
  readonly #missing: Flaw[] = []

  /** Remembers that what a member names is not there, unless it is. */
  require(isThere: boolean, field: string, problem: string): void {
    if (!isThere) this.#missing.push({ field, code: 'NOT_ALLOWED', message: `${field}: ${problem}` })
  }

  /** Refuses the request if anything was missing. */
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
