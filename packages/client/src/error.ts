// The one error of the client. Branch on `code`, never on the text.

import type { ErrorCode, FlawCode } from './operations.ts'

/** What the client itself finds out: no answer, none in time, or one that is not the service's. */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMED_OUT' | 'UNEXPECTED_ANSWER'

export class AdrailError extends Error {
  /** Which operation it was, such as `social/edit_campaign`. */
  declare readonly operation: string
  declare readonly code: ErrorCode | ClientErrorCode
  /** The HTTP status; 0 when no answer came. */
  declare readonly status: number
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** Finds the request in the log of the service. */
  declare readonly requestId?: string
  /** The member of the body it concerns. */
  declare readonly field?: string
  /** Everything that is wrong with the body. */
  declare readonly details?: readonly {
    readonly field: string
    readonly code: FlawCode
    readonly message: string
  }[]
  /** Where the user has to link an account, or to link it again. */
  declare readonly platform?: 'social' | 'search' | 'pro'
  /** Why it has to be linked again, in one word. */
  declare readonly reason?: string
  /** The record of the write, for `operations.wait`. */
  declare readonly operationId?: string
  /** Of a write that waits for approval: names its plan. */
  declare readonly planHash?: string
  /** Of a write that waits for approval: where a person decides. */
  declare readonly approvalUrl?: string
  /** Under this key the write can be repeated without being done twice. */
  declare readonly idempotencyKey?: string
  /** The platform's own names for the failure. */
  declare readonly platformError?: {
    readonly platform: 'social' | 'search' | 'pro'
    readonly code: string
    readonly subcode: string
    readonly traceId: string
  }
  /** Where the code is explained. */
  declare readonly docs?: string

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AdrailError'
    Object.assign(this, facts)
  }
}

export type ErrorFacts = Omit<AdrailError, keyof Error>
