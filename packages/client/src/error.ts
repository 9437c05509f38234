// The only error class of the client. Branch on `code`, never on the text.

import type { ErrorCode, FlawCode, Platform } from './operations.ts'

/**
 * Codes that the client itself assigns: no response, no response in time, or a response that is not adrail's.
 */
export type ClientErrorCode = 'CONNECTION_FAILED' | 'TIMED_OUT' | 'UNEXPECTED_ANSWER'

export class AdrailError extends Error {
  /** The operation, such as `social/edit_campaign`. */
  declare readonly operation: string
  declare readonly code: ErrorCode | ClientErrorCode
  /** The HTTP status. 0 when there was no response. */
  declare readonly status: number
  /** What to do next, for people. */
  declare readonly action?: string
  /** Whether the same call may succeed later. */
  declare readonly retryable: boolean
  /** Identifies the request in the log of the service. */
  declare readonly requestId?: string
  /** The field of the body that the error concerns. */
  declare readonly field?: string
  /** All violations of the body. */
  declare readonly details?: readonly {
    readonly field: string
    readonly code: FlawCode
    readonly message: string
  }[]
  /** The platform where the user has to link an account, or to link it again. */
  declare readonly platform?: Platform
  /** Why the account has to be linked again, as a code. */
  declare readonly reason?: string
  /** Id of the write, for `operations.wait`. */
  declare readonly operationId?: string
  /** Hash of the plan, when the write is pending approval. */
  declare readonly planHash?: string
  /** URL where a person decides, when the write is pending approval. */
  declare readonly approvalUrl?: string
  /** Retry the write with this key, and adrail executes it once. */
  declare readonly idempotencyKey?: string
  /** The platform's own codes for the failure. */
  declare readonly platformError?: {
    readonly platform: Platform
    readonly code: string
    readonly subcode: string
    readonly traceId: string
  }
  /** URL of the page that explains the code. */
  declare readonly docs?: string

  constructor(message: string, fields: ErrorFields, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'AdrailError'
    Object.assign(this, fields)
  }
}

export type ErrorFields = Omit<AdrailError, keyof Error>
