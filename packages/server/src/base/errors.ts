// How code says that something failed: by a code of the contract's table. Status, owner and sentence come from there.

import type { ErrorCode, Failure, Flaw, Platform } from '@adrail/contract'
import { docsOf, errors, platforms } from '@adrail/contract/tables'

export interface ErrorDetails {
  /** Fills the words in braces of the table's sentence. */
  readonly values?: Readonly<Record<string, string | number>>
  /** The member of the body it concerns. */
  readonly field?: string
  readonly flaws?: readonly Flaw[]
  readonly retryAfterSeconds?: number
  /** Whether the same request may succeed later, where that differs from what the table says of the code. */
  readonly retryable?: boolean
  /** Is told a moment later: whoever gets it asks too fast, and is known by nothing but an address. */
  readonly isHeld?: boolean
  readonly operationId?: string
  /** Of a write that waits for approval: its plan, and where a person decides. */
  readonly approval?: { readonly planHash: string; readonly approvalUrl: string }
  readonly platformError?: { platform: Platform; code: string; subcode: string; traceId: string }
  /** For the log only; never leaves the service. */
  readonly note?: string
  readonly cause?: unknown
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { stackTraceLimit } = Error
    // Where a refusal was made helps nobody, and finding it out costs more than the rest of it.
    if (errors[code].status < 500) Error.stackTraceLimit = 0
    super(sentence(code, details), { cause: details.cause })
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'ServiceError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code].status
  }
}

function sentence(code: ErrorCode, details: ErrorDetails): string {
  return errors[code].text.replace(/\{(\w+)\}/g, (_, word: string) => {
    const value = word === 'field' ? details.field : details.values?.[word]
    return value === undefined ? word : String(value)
  })
}

/** A body that breaks its declaration: the first flaw is the headline, all of them are told. */
export function invalidBody(flaws: readonly Flaw[]): ServiceError {
  const [first] = flaws
  return new ServiceError(first?.code === 'UNKNOWN' ? 'UNKNOWN_FIELD' : 'INVALID_FIELD', {
    values: { problem: first?.message ?? 'The body is not valid.' },
    ...(first && first.field !== '' ? { field: first.field } : {}),
    flaws: flaws.slice(0, 20),
  })
}

/** What a caller reads. */
export function failureResults(failure: ServiceError): Failure {
  const { field, flaws, operationId, approval, platformError } = failure.details
  return {
    success: false,
    error: failure.message,
    code: failure.code,
    retryable: failure.details.retryable ?? errors[failure.code].retryable,
    docs: docsOf(failure.code),
    ...missingLinkOf(failure),
    ...(field === undefined ? {} : { field }),
    ...(flaws === undefined ? {} : { details: [...flaws] }),
    ...(operationId === undefined ? {} : { operationId }),
    ...approval,
    ...(platformError === undefined ? {} : { platformError }),
  }
}

/** For machines: where the user has to link an account, and why once more. The sentence says it for people. */
function missingLinkOf({ code, details }: ServiceError): Pick<Failure, 'platform' | 'reason'> {
  if (code !== 'ACCOUNT_NOT_LINKED' && code !== 'ACCOUNT_RELINK_REQUIRED') return {}
  const platform = platforms.find((name) => name === details.values?.['platform'])
  const told = String(details.values?.['reason'] ?? '')
  // What a platform says at a call is a sentence; what became of a credential is one word.
  const reason = /^[a-z_]+$/.test(told) ? told : 'access_refused'
  return {
    ...(platform === undefined ? {} : { platform }),
    ...(code === 'ACCOUNT_RELINK_REQUIRED' ? { reason } : {}),
  }
}
